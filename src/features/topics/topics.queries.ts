import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { counterParts } from '../../platform/db/counters.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { Topics } from '../../platform/db/tables.ts'
import type { FrequencyCapSetting } from '../../platform/schemas/frequency-cap.schema.ts'
import type { ProjectId, TopicId } from '../../platform/ids.ts'
import type { OptIn } from './topics.schema.ts'

export type TopicRef = { projectId: ProjectId; topicId: TopicId }
export type TopicRow = Selectable<Topics> & {
  contacts_in: number
  contacts_out: number
  /** How long email of the project waits for a frequency cap. */
  hold_at_most_hours: number
}

/** Topics with the numbers of their contacts, from the counters and thus exact. Restrict it to topics of the same project. */
const withCounts = (projectId: ProjectId) => sql`
  select t.*, coalesce(chosen.gone, 0) as contacts_out, coalesce(chosen.joined, 0) + case t.opt_in
    when 'implied' then coalesce(subscribed.count, 0) - coalesce(chosen.subscribed, 0) else 0 end as contacts_in,
    p.hold_at_most_hours
  from topics as t join projects as p on p.id = t.project_id
  cross join lateral (
    select sum(value) filter (where label = t.key || ' in')::bigint as joined,
      sum(value) filter (where label = t.key || ' out')::bigint as gone,
      sum(value) filter (where label = t.key || ' subscribed')::bigint as subscribed
    from ${counterParts({ projectId, counter: 'contact_topics' })} as parts
    where label in (t.key || ' in', t.key || ' out', t.key || ' subscribed')
  ) as chosen
  cross join lateral (
    select sum(value)::bigint as count
    from ${counterParts({ projectId, counter: 'contacts', label: 'subscribed' })} as parts
  ) as subscribed`

/** Newest first. */
export async function listTopics(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before: string | undefined },
): Promise<Page<TopicRow>> {
  const after = before === undefined ? sql`` : sql`and t.id < ${before}::uuid`
  const { rows } = await sql<TopicRow>`
    ${withCounts(projectId)} where t.project_id = ${projectId} ${after}
    order by t.id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** At most a hundred. */
export const countTopics = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`topics where project_id = ${projectId}`)

export async function findTopic(
  db: Db | Trx,
  { projectId, topicId }: TopicRef,
): Promise<TopicRow | undefined> {
  const { rows } = await sql<TopicRow>`
    ${withCounts(projectId)} where t.project_id = ${projectId} and t.id = ${topicId}`.execute(db)
  return rows[0]
}

/** A topic as emails, filters and contacts need it. */
export type KnownTopic = {
  id: TopicId
  key: string
  name: string
  optIn: OptIn
  isPublic: boolean
  frequencyCap: FrequencyCapSetting | null
}

/** All topics of the project, by key. */
export async function listKnownTopics(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<KnownTopic[]> {
  const { rows } = await sql<KnownTopic>`
    select id, key, name, opt_in as "optIn", is_public as "isPublic", frequency_cap as "frequencyCap" from topics where project_id = ${projectId} order by key`.execute(
    db,
  )
  return rows
}

/** Prevents the deletion of these topics until the transaction ends. @returns those that exist */
export async function holdTopics(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly TopicId[] },
): Promise<TopicId[]> {
  const { rows } = await sql<{ id: TopicId }>`
    select id from topics where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for key share`.execute(trx)
  return rows.map(({ id }) => id)
}

/** One at a time adds a topic to the project, so that the limit holds. */
export async function lockTopics(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('topics ' || ${projectId}, 0))`.execute(trx)
}

export async function insertTopic(trx: Trx, row: Insertable<Topics>): Promise<void> {
  await trx.insertInto('topics').values(row).execute()
}

export async function updateTopic(
  db: Db | Trx,
  { projectId, topicId, changes }: TopicRef & { changes: Updateable<Topics> },
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('topics')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('id', '=', topicId)
    .execute()
}

/** For update: blocks new uses. */
export async function lockTopic(
  trx: Trx,
  { projectId, topicId }: TopicRef,
): Promise<{ key: string } | undefined> {
  const { rows } = await sql<{ key: string }>`
    select key from topics where project_id = ${projectId} and id = ${topicId} for update`.execute(trx)
  return rows[0]
}

export async function deleteTopic(trx: Trx, { projectId, topicId }: TopicRef): Promise<void> {
  await trx.deleteFrom('topics').where('project_id', '=', projectId).where('id', '=', topicId).execute()
}
