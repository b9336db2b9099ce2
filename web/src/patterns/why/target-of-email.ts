import type { Email } from '../../api/sending/emails.ts'
import type { EmailTarget } from '../../api/audience/explain.ts'

/** The question that asks about an email of this kind. The topic of a request wins over that of its template. */
export function targetOfEmail({
  campaignId,
  topic,
  templateId,
}: Pick<Email, 'campaignId' | 'topic' | 'templateId'>): EmailTarget | undefined {
  if (campaignId !== null) return { campaignId }
  if (topic !== null) return { topic }
  return templateId === null ? undefined : { templateId }
}
