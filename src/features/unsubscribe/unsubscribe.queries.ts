import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ContactId, EmailId, ProjectId } from '../../platform/ids.ts'

export type Recipient = {
  project: {
    name: string
    postalAddress: string | null
    brandColor: string | null
    locale: string
    timezone: string
  }
  /** null if the contact was deleted, or there never was one. */
  contact: {
    email: string
    isSubscribed: boolean
    locale: string | null
    timezone: string | null
    /** ISO 8601; it may have passed. */
    pausedUntil: string | null
  } | null
  /** The topic of the email that has the link; null if it has none, or the topic was deleted. */
  topic: { name: string; isIn: boolean } | null
}

/** Includes disabled projects, so that recipients can always unsubscribe. */
export async function findRecipient(
  db: Db | Trx,
  { projectId, contactId, emailId }: { projectId: ProjectId; contactId: ContactId | null; emailId: EmailId },
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select json_build_object('name', p.name, 'postalAddress', p.postal_address, 'brandColor', p.brand_color,
        'locale', p.locale, 'timezone', p.timezone) as project,
      case when c.id is not null then
        json_build_object('email', c.email, 'isSubscribed', c.subscribed, 'locale', c.data ->> 'locale',
          'timezone', c.data ->> 'timezone', 'pausedUntil', c.paused_until) end as contact,
      (select json_build_object('name', t.name, 'isIn', coalesce((c.topic_choices ->> t.key)::boolean, t.opt_in = 'implied'))
        from all_emails as e join topics as t on t.project_id = e.project_id and t.id = e.topic_id
        where e.project_id = p.id and e.id = ${emailId}) as topic
    from projects as p left join contacts as c on c.project_id = p.id and c.id = ${contactId}::uuid
    where p.id = ${projectId}`.execute(db)
  return rows[0]
}
