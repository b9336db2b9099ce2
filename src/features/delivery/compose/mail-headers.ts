import type { EmailToMake } from '../queue/claim.queries.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'

/**
 * What the service adds to every mail. Feedback-ID is how large receivers name the source of complaints in their
 * reports: from the narrowest to the widest, at most four parts. The List headers are those of one-click unsubscribing
 * (RFC 8058), which large receivers demand of bulk mail.
 */
export function serviceHeaders(
  { lane, project_id: projectId, template_id: templateId, source }: EmailToMake,
  unsubscribeUrl: string,
): [string, string][] {
  const feedbackId = `${templateId ?? 'none'}:${projectId}:${source.toLowerCase()}:lettermill`
  if (lane !== LANE_NUMBERS.marketing) return [['Feedback-ID', feedbackId]]
  return [
    ['Feedback-ID', feedbackId],
    ['List-Unsubscribe', `<${unsubscribeUrl}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ]
}
