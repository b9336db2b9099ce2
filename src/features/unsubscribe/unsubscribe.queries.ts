import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'

export type Recipient = {
  project: { name: string; postalAddress: string | null; locale: string }
  /** null if the contact was deleted, or there never was one. */
  contact: { email: string; isSubscribed: boolean; locale: string | null } | null
}

/** Includes disabled projects, so that recipients can always unsubscribe. */
export async function findRecipient(
  db: Db | Trx,
  { projectId, contactId }: { projectId: ProjectId; contactId: ContactId | null },
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select json_build_object('name', p.name, 'postalAddress', p.postal_address, 'locale', p.locale) as project,
      case when c.id is not null then
        json_build_object('email', c.email, 'isSubscribed', c.subscribed, 'locale', c.data ->> 'locale') end as contact
    from projects as p left join contacts as c on c.project_id = p.id and c.id = ${contactId}::uuid
    where p.id = ${projectId}`.execute(db)
  return rows[0]
}
