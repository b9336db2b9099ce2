import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { lowestIdOf } from '../../../platform/ids.ts'
import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'

// Three a day. If a contact got more, the newest are read.
const MOST_PER_CONTACT = 100

export type PastEmailRow = {
  contactId: ContactId
  timezone: string | null
  id: EmailId
  sentAt: Date | null
  scheduled_for: Date | null
}

type Sample = {
  projectId: ProjectId
  /** The part of the contacts to look at, 0 to 1. */
  share: number
  since: Date
}

/** A contact is in the sample by the last two bytes of its id, which are random. */
const isSampled = (share: number) =>
  sql`get_byte(uuid_send(k.id), 14) * 256 + get_byte(uuid_send(k.id), 15) < ${Math.ceil(share * 65_536)}`

/**
 * The marketing email that contacts of the sample got, or would have got without the frequency cap, since then. Served by the
 * primary key of contacts and by emails_by_contact.
 */
export async function listPastEmails(
  db: Db | Trx,
  { projectId, share, since }: Sample,
): Promise<PastEmailRow[]> {
  const { rows } = await sql<PastEmailRow>`
    select k.id as "contactId", k.data ->> 'timezone' as timezone, e.id, e.sent_at as "sentAt", e.scheduled_for
    from contacts as k cross join lateral (
      select id, sent_at, scheduled_for from emails
      where project_id = ${projectId} and contact_id = k.id and id >= ${lowestIdOf(since)}::uuid
        and lane = ${sql.lit(LANE_NUMBERS.marketing)} and source not in ('TEST', 'PROBE')
        and (sent_at is not null or (status = 'SUPPRESSED' and reason = 'frequency_cap'))
      order by id desc limit ${sql.lit(MOST_PER_CONTACT)}
    ) as e
    where k.project_id = ${projectId} and ${isSampled(share)}`.execute(db)
  return rows
}
