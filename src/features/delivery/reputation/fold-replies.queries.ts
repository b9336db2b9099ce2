// For a job that works for all projects.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'

/** One job at a time, so that the limit of groups holds. */
export async function lockReplies(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('lettermill fold replies'))`.execute(trx)
}

type ReplyGroup = { projectId: ProjectId; reply: string; emails: number; firstAt: Date; lastAt: Date }
type TakenGroup = ReplyGroup & { timezone: string; hour: Date; standing: string }

/** Deletes the oldest notes and returns them grouped, without those of deleted projects. */
export async function takeReplyNotes(
  trx: Trx,
  most: number,
): Promise<{ taken: number; groups: TakenGroup[] }> {
  const { rows } = await sql<TakenGroup & { projectId: ProjectId | null; taken: number }>`
    with taken as (
      delete from reply_notes where id in (select id from reply_notes order by id limit ${most}) returning *
    ), grouped as (
      select t.project_id as "projectId", p.timezone, date_trunc('hour', t.at) as hour, t.standing, t.reply,
        count(*) as emails, min(t.at) as "firstAt", max(t.at) as "lastAt"
      from taken as t join projects as p on p.id = t.project_id group by 1, 2, 3, 4, 5
    )
    select g.*, c.taken from (select count(*) as taken from taken) as c left join grouped as g on true`.execute(
    trx,
  )
  return { taken: rows[0]?.taken ?? 0, groups: rows.filter(({ projectId }) => projectId !== null) }
}

type DayGroup = ReplyGroup & { day: string; provider: string; sender: string; what: string }

/** Different replies of a day and provider, beside the sum of all others. */
const MOST_REPLIES = 20

/** A reply that is on the day already is always counted; of new ones the most frequent, while there is room. */
export async function addReplies(trx: Trx, groups: readonly DayGroup[]): Promise<void> {
  if (groups.length === 0) return
  await sql`
    with given as (
      select "projectId" as project_id, day, provider, sender, what, reply, sum(emails) as emails,
        min("firstAt") as first_at, max("lastAt") as last_at
      from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g ("projectId" uuid, day date, provider text, sender text,
        what text, reply text, emails bigint, "firstAt" timestamptz, "lastAt" timestamptz)
      group by 1, 2, 3, 4, 5, 6
    ), known as (
      select g.*, exists (select from reputation_replies as r where (r.project_id, r.day, r.provider, r.sender, r.what, r.reply)
        = (g.project_id, g.day, g.provider, g.sender, g.what, g.reply)) as is_known,
        (select count(*) from reputation_replies as r where (r.project_id, r.day, r.provider) = (g.project_id, g.day, g.provider)
          and r.reply <> '') as stored
      from given as g
    ), ranked as (
      select *, stored + row_number() over (partition by project_id, day, provider, is_known order by emails desc, reply) as place
      from known
    )
    insert into reputation_replies as r (project_id, day, provider, sender, what, reply, emails, first_at, last_at)
    select project_id, day, provider, sender, what, case when is_known or place <= ${MOST_REPLIES} then reply else '' end,
      sum(emails), min(first_at), max(last_at)
    from ranked group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (project_id, day, provider, sender, what, reply) do update set emails = r.emails + excluded.emails,
      first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)`.execute(
    trx,
  )
}
