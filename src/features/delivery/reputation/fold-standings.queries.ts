// For a job that works for all projects.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { REPUTATION } from '../tally/reportable.ts'

type OldHour = { projectId: ProjectId; timezone: string; hour: string }

/** Lists the hours of projects before a day (of UTC) that were not folded yet. */
export async function listHoursToFold(db: Db, { before }: { before: string }): Promise<OldHour[]> {
  const { rows } = await sql<OldHour>`
    select distinct p.id as "projectId", p.timezone, split_part(c.label, ' ', 1) as hour
    from projects as p join counters as c on c.project_id = p.id
    where c.counter = ${REPUTATION} and c.label < ${before} and substr(c.label, 11, 1) = 'T'`.execute(db)
  return rows
}

type FoldedHour = { projectId: ProjectId; hour: string; day: string }

/** A count that comes later for an old hour is folded the next time. */
export async function foldHours(db: Db, hours: readonly FoldedHour[]): Promise<void> {
  if (hours.length === 0) return
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as g ("projectId" uuid, hour text, day text)
    ), gone as (
      delete from counters as c using wanted as w where c.project_id = w."projectId" and c.counter = ${REPUTATION}
        and c.label > w.hour || ' ' and c.label < w.hour || '!'
      returning c.project_id, w.day || substr(c.label, 14) as label, c.value
    )
    insert into counters as c (project_id, counter, label, value)
    select project_id, ${REPUTATION}, label, sum(value) from gone group by 1, 3 order by 1, 3
    on conflict (project_id, counter, label) do update set value = c.value + excluded.value`.execute(db)
}

/** `oldest`: the oldest day that is kept. */
export async function deleteOldStandings(db: Db, { oldest }: { oldest: string }): Promise<void> {
  await sql`delete from counters where counter = ${REPUTATION} and label < ${oldest}`.execute(db)
}

export async function deleteOldReplies(db: Db, { oldest }: { oldest: string }): Promise<void> {
  await sql`delete from reputation_replies where day < ${oldest}::date`.execute(db)
}
