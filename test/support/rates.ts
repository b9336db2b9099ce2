import { sql } from 'kysely'
import { requestGrant } from '../../src/platform/db/rate-windows.ts'
import type { TestApp } from './test-app.ts'

/** Fills the window of a key: more requests than any limit allows, in every moment of the last minute. */
export async function exhaustRateLimit({ deps }: TestApp, key: string): Promise<void> {
  const { db } = deps.database
  await requestGrant(db, { key, limitPerMinute: 1, reserve: 0, unused: 0, unusedSlot: 0 })
  await sql`update rate_windows set used = array_fill(100000, array[cardinality(used)]) where key = ${key}`.execute(
    db,
  )
}
