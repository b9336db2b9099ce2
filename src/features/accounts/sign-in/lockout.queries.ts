import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'

type AttemptInput = { subjects: readonly Buffer[]; now: Date; endsAt: Date }
export type Failures = { subject: Buffer; failures: number; ends_at: Date }

/** Counts an attempt as failed before it is made, so that concurrent attempts count like consecutive ones. */
export async function countAttempt(db: Db, { subjects, now, endsAt }: AttemptInput): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    insert into sign_in_failures as f (subject, failures, ends_at)
    select subject, 1, ${endsAt} from unnest(${subjects}::bytea[]) as attempted (subject) order by subject
    on conflict (subject) do update set
      failures = case when f.ends_at <= ${now} then 1 else f.failures + 1 end,
      ends_at = case when f.ends_at <= ${now} then excluded.ends_at else f.ends_at end
    returning subject, failures, ends_at`.execute(db)
  return rows
}

/** Undoes the count of an attempt that was not a failure. The counts of `cleared` are deleted. */
export async function uncountAttempt(
  db: Db | Trx,
  { counted, cleared }: { counted: readonly Buffer[]; cleared: readonly Buffer[] },
): Promise<void> {
  await sql`
    with forgotten as (delete from sign_in_failures where subject = any(${cleared}::bytea[]))
    update sign_in_failures set failures = greatest(0, failures - 1) where subject = any(${counted}::bytea[])
  `.execute(db)
}
