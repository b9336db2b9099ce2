import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runJob } from '../../../test/support/jobs.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { ensureMonths, listMonths } from '../../platform/db/months.ts'
import { dropOldHitsJob } from './tracking.jobs.ts'
import { HIT_TABLES } from './tracking.months.ts'

const DAY_MS = 86_400_000
const test = useTestApp()

it('opens and clicks go with the record of their emails, by whole months; the job can run again', async () => {
  const { pool, db } = test.deps.database
  const old = new Date(test.clock.now().getTime() - 500 * DAY_MS)
  await ensureMonths(pool, { tables: HIT_TABLES, now: old })
  for (let times = 0; times < 2; times += 1) {
    expect(await runJob(test.deps, dropOldHitsJob, { payload: {} })).toEqual({ kind: 'done' })
    for (const { name } of HIT_TABLES) {
      const [first] = await listMonths(pool, name)
      const oldest = new Date(test.clock.now().getTime() - 365 * DAY_MS).toISOString().slice(0, 7)
      expect(first && first.label >= oldest).toBe(true)
    }
  }
  expect((await sql`select from email_hits`.execute(db)).rows).toEqual([])
})
