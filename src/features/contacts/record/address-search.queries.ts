import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containing } from '../../../platform/db/like.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'

// As in the search of emails: with more, reading the records of contacts one by one is faster.
const MOST_CONTACTS = 1_000

/** Contacts whose address contains the text (contacts_email_search). Undefined if the text is too common. */
export async function findByPartOfAddress(
  db: Db | Trx,
  { projectId, search }: { projectId: ProjectId; search: string },
): Promise<ContactId[] | undefined> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts where project_id = ${projectId} and email like ${containing(search.trim().toLowerCase())}
    limit ${MOST_CONTACTS + 1}`.execute(db)
  return rows.length > MOST_CONTACTS ? undefined : rows.map(({ id }) => id)
}
