import { sql } from 'kysely'
import type { CallerSource } from '../../../platform/consent-source.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { sourced } from '../consent/consent-sources.queries.ts'

type ForgottenTopic = { projectId: ProjectId; key: string; source: CallerSource | undefined; now: Date }

/**
 * Deletes the choices of the next contacts, newest first, without an event: nobody has decided anything. Nothing if there
 * is a topic with the key again. @returns the position for the next call; undefined if no contact is left
 */
export async function forgetChoices(
  db: Db,
  {
    projectId,
    key,
    source,
    now,
    before,
    limit,
  }: ForgottenTopic & { before: ContactId | undefined; limit: number },
): Promise<ContactId | undefined> {
  const after = before === undefined ? sql`` : sql`and id < ${before}`
  const { rows } = await sql<{ id: ContactId | null }>`
    with ${sourced(source && { ...source, at: now })}, found as materialized (
      select id from contacts where project_id = ${projectId} ${after} and topic_choices ? ${key}
        and not exists (select from topics where project_id = ${projectId} and key = ${key})
      order by id desc limit ${limit}
    ), locked as materialized (
      select c.id from contacts as c join found on found.id = c.id
      where c.project_id = ${projectId} order by c.email for update of c
    ), changed as (
      update contacts as c set topic_choices = c.topic_choices - ${key}, topic_event_ids = c.topic_event_ids - ${key}
      from locked cross join sourced where c.project_id = ${projectId} and c.id = locked.id
    )
    select min(id::text)::uuid as id from found having count(*) = ${limit}`.execute(db)
  return rows[0]?.id ?? undefined
}

/** Whether a contact other than these has joined or left the topic. */
export async function isTopicChosen(
  db: Db | Trx,
  { projectId, key, except }: { projectId: ProjectId; key: string; except: readonly ContactId[] },
): Promise<boolean> {
  const { rows } = await sql<{ isChosen: boolean }>`
    select exists (
      select from contacts where project_id = ${projectId} and topic_choices <> '{}' and id <> all(${except}::uuid[])
        and (topic_choices @> jsonb_build_object(${key}::text, true)
          or topic_choices @> jsonb_build_object(${key}::text, false))
    ) as "isChosen"`.execute(db)
  return rows[0]?.isChosen ?? false
}
