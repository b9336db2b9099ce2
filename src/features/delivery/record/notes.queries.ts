// The history of an email (email_events): the events that its own row does not hold.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { EventId } from '../../../platform/ids.ts'
import type { EmailRef } from '../queue/email-ref.ts'

/** Part of a larger statement. `rows` selects project_id, email_id, id, type, data and a time. */
export const insertNotes = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into email_events (project_id, email_id, id, type, data, created_at) ${rows}`

/** The time format of the API; PostgreSQL's own depends on the time zone of the session. */
export const asJsonTime = (column: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

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
