import type { Trx } from '../../../platform/db/client.ts'
import type { ContentId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { giveUpAt, LANE_NUMBERS } from '../queue/retry-schedule.ts'
import { PROBE } from '../transports/simulated.ts'

export type ProbeEmail = { id: EmailId; address: string }

type NewProbeEmails = {
  projectId: ProjectId
  contentId: ContentId
  /** The transport to prove, which has to be one of the sender's. */
  routeId: number
  emails: readonly ProbeEmail[]
  now: Date
}

/** Queues emails that prove the way of reports back to us. They create no contacts. */
export async function insertProbeEmails(
  trx: Trx,
  { projectId, contentId, routeId, emails, now }: NewProbeEmails,
): Promise<void> {
  const lane = 'transactional'
  const rows = emails.map(({ id, address }) => ({
    project_id: projectId,
    email_id: id,
    lane: LANE_NUMBERS[lane],
    status: 'QUEUED',
    run_at: now,
    give_up_at: giveUpAt(lane, now),
    content_id: contentId,
    source: PROBE,
    address,
    route_id: routeId,
  }))
  await trx.insertInto('email_queue').values(rows).execute()
}
