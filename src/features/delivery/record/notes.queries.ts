// The history of an email: what happened to it beyond what its own row tells (email_events).
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { EmailEvents } from '../../../platform/db/tables.ts'
import type { EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { insertCampaignTally } from '../tally/campaign-tally.queries.ts'

export type EmailNote = Pick<Selectable<EmailEvents>, 'email_id' | 'type' | 'data' | 'created_at'>

/** Part of a larger statement. `rows` selects project_id, email_id, id, type, data and a time. */
export const insertNotes = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into email_events (project_id, email_id, id, type, data, created_at) ${rows}`

export type NewNote = EmailRef & { id: EventId; type: string; data: Record<string, unknown>; now: Date }

/** Writes something into the history of one email. */
export async function insertNote(
  trx: Db | Trx,
  { projectId, emailId, id, type, data, now }: NewNote,
): Promise<void> {
  await insertNotes(sql`
    values (${projectId}::uuid, ${emailId}::uuid, ${id}::uuid, ${type}, ${JSON.stringify(data)}::jsonb,
      ${now}::timestamptz)`).execute(trx)
}

/** Counts for the campaign of an email, if it has one, that its reader left by it. */
export async function insertUnsubscribeTally(
  trx: Trx,
  { projectId, emailId, now }: EmailRef & { now: Date },
): Promise<void> {
  await insertCampaignTally(sql`
    select project_id, campaign_id, cohort, ${now}::timestamptz, 'unsubscribed', 1 from all_emails
    where project_id = ${projectId} and id = ${emailId}`).execute(trx)
}

// Opens can be thousands, made by machines; beyond the newest hundred they tell nothing more.
const MOST_NOTES = 100

/**
 * The histories of the given emails, oldest first, from one visit to the primary key per email. The lowest and the
 * highest id keep the months out that cannot hold any of them.
 */
export async function listNotes(
  db: Db | Trx,
  { projectId, emailIds }: { projectId: ProjectId; emailIds: readonly EmailId[] },
): Promise<EmailNote[]> {
  if (emailIds.length === 0) return []
  const sorted = emailIds.toSorted()
  const { rows } = await sql<EmailNote>`
    select newest.* from unnest(${emailIds}::uuid[]) as given (id) cross join lateral (
      select email_id, id, type, data, created_at from email_events
      where project_id = ${projectId} and email_id = given.id
        and email_id between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid
      order by id desc limit ${MOST_NOTES}
    ) as newest order by newest.id`.execute(db)
  return rows
}
