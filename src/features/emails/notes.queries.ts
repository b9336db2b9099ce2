// Reads the history of emails (email_events): the events that their own rows do not hold.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { EmailEvents } from '../../platform/db/tables.ts'
import type { EmailId, ProjectId } from '../../platform/ids.ts'

export type EmailNote = Pick<Selectable<EmailEvents>, 'email_id' | 'type' | 'data' | 'created_at'>

// Machines can cause thousands of opens; more than the newest hundred add nothing.
const MOST_NOTES = 100

export type Readership = { email_id: EmailId; opened: boolean; clicked: boolean }

/** Which of these emails were opened or clicked, by people or machines; emails without either have no row. */
export async function listReadership(
  db: Db | Trx,
  { projectId, emailIds }: { projectId: ProjectId; emailIds: readonly EmailId[] },
): Promise<Readership[]> {
  if (emailIds.length === 0) return []
  const sorted = emailIds.toSorted()
  const { rows } = await sql<Readership>`
    select email_id, bool_or(type = 'opened') as opened, bool_or(type = 'clicked') as clicked from email_events
    where project_id = ${projectId} and email_id = any(${emailIds}::uuid[])
      and email_id between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid and type in ('opened', 'clicked')
    group by email_id`.execute(db)
  return rows
}

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
