import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../../src/platform/db/client.ts'
import { eventually } from '../eventually.ts'

/** Waits until so many sessions of the test's database wait for a lock: each of them has read what it decides by. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    expect(rows).toHaveLength(count)
  })
}
