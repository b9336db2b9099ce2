// The history of an email (email_events): the events that its own row does not hold.
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

/** Adds an entry to the history of one email. */
export async function insertNote(
  trx: Db | Trx,
  { projectId, emailId, id, type, data, now }: NewNote,
): Promise<void> {
  await insertNotes(sql`
    values (${projectId}::uuid, ${emailId}::uuid, ${id}::uuid, ${type}, ${JSON.stringify(data)}::jsonb,
      ${now}::timestamptz)`).execute(trx)
}

/** Counts an unsubscribe through the email for its campaign, if it has one. */
export async function insertUnsubscribeTally(
  trx: Trx,
  { projectId, emailId, now }: EmailRef & { now: Date },
): Promise<void> {
  await insertCampaignTally(sql`
    select project_id, campaign_id, cohort, ${now}::timestamptz, 'unsubscribed', 1 from all_emails
    where project_id = ${projectId} and id = ${emailId}`).execute(trx)
}

// Machines can cause thousands of opens; more than the newest hundred add nothing.
const MOST_NOTES = 100

/**
 * Lists the histories of emails, oldest first, with one lookup in the primary key per email. The lowest and the highest
 * id exclude the months that cannot hold any of them.
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
