import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import { counterPartsWhere } from '../../../platform/db/counters.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Topic } from './stream.schema.ts'

/** A fingerprint per topic, which changes with its data. */
export type Marks = { project_id: ProjectId } & Record<Topic, string | null>

// Only the newest records are watched.
const MOST_WATCHED = sql.lit(50)

/**
 * Reads ranges of primary keys in one statement. The newest rows and the counters reveal nearly every change; a page gets the
 * rest (the data of a contact, for example) when it loads again.
 */
export async function listMarks(
  db: Db,
  { projectIds, since }: { projectIds: readonly ProjectId[]; since: string },
): Promise<Marks[]> {
  const partsOf = (counter: string, from: string) =>
    counterPartsWhere(sql`project_id = p.id and counter = ${counter} and label >= ${from}`)
  const tally = (counter: string, from: string) => sql`(
    select md5(string_agg(label || ' ' || value, ',' order by label)) from (
      select label, sum(value) as value from ${partsOf(counter, from)} as parts group by label having sum(value) <> 0
    ) as counted)`
  const { rows } = await sql<Marks>`
    select p.id as project_id,
      concat_ws(' ', ${tally('mail', since)},
        (select email_id from email_queue where project_id = p.id order by email_id desc limit 1),
        (select id from emails where project_id = p.id order by id desc limit 1)) as emails,
      concat_ws(' ', ${tally('contacts', '')},
        (select id from contacts where project_id = p.id order by id desc limit 1)) as contacts,
      (select id from events where project_id = p.id order by id desc limit 1)::text as events,
      (select md5(string_agg(concat_ws(' ', id, status, done, failed), ',' order by id)) from (
        select id, status, done, failed from operations where project_id = p.id order by id desc limit ${MOST_WATCHED}
      ) as newest) as imports,
      (select md5(string_agg(concat_ws(' ', id, status, fed_count, updated_at), ',' order by id)) from (
        select id, status, fed_count, updated_at from campaigns where project_id = p.id order by id desc limit ${MOST_WATCHED}
      ) as newest) as campaigns,
      concat_ws(' ', ${tally('workflow_executions', '')},
        (select md5(string_agg(concat_ws(' ', id, enabled, updated_at), ',' order by id)) from (
          select id, enabled, updated_at from workflows where project_id = p.id order by id desc limit ${MOST_WATCHED}
        ) as newest)) as workflows,
      (select md5(string_agg(concat_ws(' ', id, status, last_checked_at), ',' order by id)) from (
        select id, status, last_checked_at from domains where project_id = p.id order by id desc limit ${MOST_WATCHED}
      ) as newest) as domains
    from unnest(${projectIds}::uuid[]) as p (id)`.execute(db)
  return rows
}
