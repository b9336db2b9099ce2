import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runJob } from '../../../test/support/jobs.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { pruneRateWindowsJob } from './upkeep.ts'

const test = useTestApp()

describe('platform.prune-rate-buckets', () => {
  it('deletes the windows that are over, in several batches, and keeps those in use', async () => {
    const { db } = test.deps.database
    await sql`
      insert into rate_windows (key, newest, used)
      select name, extract(epoch from now() - make_interval(mins => age)) * 4, '{1}'
      from (
        select 'auth:' || i, 6 from generate_series(1, 12001) as i
        union all select 'auth:late' || i, 4 from generate_series(1, 3) as i
        union all values ('project:ahead', -60)
      ) as windows (name, age)`.execute(db)
    await runJob(test.deps, pruneRateWindowsJob, { payload: {} })
    await runJob(test.deps, pruneRateWindowsJob, { payload: {} })
    const { rows } = await sql<{ key: string }>`select key from rate_windows order by key`.execute(db)
    expect(rows.map(({ key }) => key)).toEqual(['auth:late1', 'auth:late2', 'auth:late3', 'project:ahead'])
  })
})
