import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containing } from '../../../platform/db/like.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'

// As in the search of emails: with more, reading the records of contacts one by one is faster.
const MOST_CONTACTS = 1_000

type AddressSearch = { projectId: ProjectId; search: string }

/** A condition on the rows of a table with contacts, by its name in the statement: the address of the contact contains the text. */
export async function isAboutAddress(
  db: Db | Trx,
  { projectId, search, table }: AddressSearch & { table: string },
): Promise<RawBuilder<boolean>> {
  const contactId = sql.ref(`${table}.contact_id`)
  const contactIds = await findByPartOfAddress(db, { projectId, search })
  if (contactIds) return sql<boolean>`${contactId} = any(${contactIds}::uuid[])`
  return sql<boolean>`exists (
    select from contacts as found where found.project_id = ${projectId} and found.id = ${contactId}
      and found.email like ${containing(search.trim().toLowerCase())})`
}

/** Contacts whose address contains the text (contacts_email_search). Undefined if the text is too common. */
export async function findByPartOfAddress(
  db: Db | Trx,
  { projectId, search }: AddressSearch,
): Promise<ContactId[] | undefined> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts where project_id = ${projectId} and email like ${containing(search.trim().toLowerCase())}
    limit ${MOST_CONTACTS + 1}`.execute(db)
  return rows.length > MOST_CONTACTS ? undefined : rows.map(({ id }) => id)
}
