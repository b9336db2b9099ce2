import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'

export type ShownTopic = { key: string; name: string; description: string | null; isIn: boolean }

/** The topics that recipients may see, oldest first, and whether the contact, which is subscribed, is in them. */
export async function listShownTopics(
  db: Db | Trx,
  { projectId, contactId }: { projectId: ProjectId; contactId: ContactId },
): Promise<ShownTopic[]> {
  const { rows } = await sql<ShownTopic>`
    select t.key, t.name, t.description,
      coalesce((c.topic_choices ->> t.key)::boolean, t.opt_in = 'implied') as "isIn"
    from contacts as c join topics as t on t.project_id = c.project_id and t.is_public
    where c.project_id = ${projectId} and c.id = ${contactId} order by t.id`.execute(db)
  return rows
}
