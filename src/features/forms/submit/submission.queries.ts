import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { FormRef } from '../forms.queries.ts'
import type { Proof } from './proof-of-work.ts'

/** @returns false if the proof was used before */
export async function useProof(
  trx: Trx,
  { projectId, proof }: Pick<FormRef, 'projectId'> & { proof: Proof },
): Promise<boolean> {
  const { rows } = await sql`
    insert into form_proofs (project_id, challenge, expires_at)
    values (${projectId}, ${proof.challenge}, ${proof.expiresAt}) on conflict do nothing returning 1`.execute(
    trx,
  )
  return rows.length > 0
}

export type HourlyCount = { key: Buffer; posts: number }

/** Counting stops at `most`: those who go on after a limit wait no longer than others. */
export type HourlyKey = { key: Buffer; most: number }

/**
 * Counts a post for each key. @returns the posts of each in the last hour with this one: those of this hour, and a share of those of
 * the hour before
 */
export async function countPosts(
  db: Db,
  { keys, now }: { keys: readonly HourlyKey[]; now: Date },
): Promise<HourlyCount[]> {
  const { rows } = await sql<HourlyCount>`
    with moment as (select ${now}::timestamptz as at, date_trunc('hour', ${now}::timestamptz) as hour), given as (
      select * from unnest(${keys.map(({ key }) => key)}::bytea[], ${keys.map(({ most }) => most)}::int[]) as g (key, most)
    ), counted as (
      insert into form_limits as l (key, hour, posts) select key, hour, 1 from given, moment order by key
      on conflict (key, hour) do update set posts = greatest(l.posts, least(l.posts + 1, (
        select most from given as g where g.key = l.key
      )))
      returning key, posts
    )
    select c.key, c.posts + coalesce((
      select p.posts * (1 - extract(epoch from m.at - m.hour) / 3600) from form_limits as p
      where p.key = c.key and p.hour = m.hour - interval '1 hour'
    ), 0)::float as posts
    from counted as c, moment as m`.execute(db)
  return rows
}

/** Deletes limits of hours that no longer count, and proofs that have expired. */
export async function deleteOldSubmissionRows(db: Db, { now }: { now: Date }): Promise<void> {
  await sql`delete from form_limits where hour < ${now}::timestamptz - interval '2 hours'`.execute(db)
  await sql`delete from form_proofs where expires_at < ${now}::timestamptz`.execute(db)
}
