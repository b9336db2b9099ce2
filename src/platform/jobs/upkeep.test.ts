import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runJob } from '../../../test/support/jobs.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { pruneRateBucketsJob } from './upkeep.ts'

const test = useTestApp()

describe('platform.prune-rate-buckets', () => {
  it('deletes the buckets that are full again, in several batches, and keeps those in use', async () => {
    const { db } = test.deps.database
    await sql`
      insert into rate_buckets (bucket, tokens, granted, refilled_at)
      select 'auth:' || i, 1, 1, now() - interval '6 minutes' from generate_series(1, 12001) as i
      union all select 'auth:late' || i, 1, 1, now() - interval '4 minutes' from generate_series(1, 3) as i
      union all values ('project:ahead', 0, 0, now() + interval '1 hour')`.execute(db)
    await runJob(test.deps, pruneRateBucketsJob, { payload: {} })
    await runJob(test.deps, pruneRateBucketsJob, { payload: {} })
    const { rows } = await sql<{ bucket: string }>`select bucket from rate_buckets order by bucket`.execute(
      db,
    )
    expect(rows.map(({ bucket }) => bucket)).toEqual([
      'auth:late1',
      'auth:late2',
      'auth:late3',
      'project:ahead',
    ])
  })
})
