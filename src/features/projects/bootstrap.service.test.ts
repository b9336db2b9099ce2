import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { bootstrap } from './bootstrap.service.ts'

const test = useTestApp()

const start = (keys: { secretKey?: string; publicKey?: string } = {}) =>
  bootstrap(test.deps.database.db, {
    secretKey: keys.secretKey,
    publicKey: keys.publicKey,
    now: test.clock.now(),
  })
const statusWith = async (key: string | undefined) =>
  (await call(test, ['GET', '/project'], { key: key ?? null })).statusCode

describe('bootstrap', () => {
  beforeEach(async () => {
    await sql`truncate projects, api_keys, setup_tokens cascade`.execute(test.deps.database.db)
  })

  it('makes a project with two working keys on an empty database', async () => {
    const first = await start()
    expect(first?.secretKey).toMatch(/^sk_/)
    expect(first?.publicKey).toMatch(/^pk_/)
    expect(await statusWith(first?.secretKey)).toBe(200)
    expect(await statusWith(first?.publicKey)).toBe(403)
  })

  it('uses the given keys', async () => {
    const keys = { secretKey: `sk_${'s'.repeat(40)}`, publicKey: `pk_${'p'.repeat(40)}` }
    expect(await start(keys)).toMatchObject(keys)
    expect(await statusWith(keys.secretKey)).toBe(200)
  })

  it('does nothing once there is a project', async () => {
    await start()
    expect(await start()).toBeUndefined()
    const { rows } = await sql`select from projects`.execute(test.deps.database.db)
    expect(rows).toHaveLength(1)
  })

  it('makes one project when several nodes start together, and one of them shows its keys', async () => {
    const { db } = test.deps.database
    // No insert is possible until all have begun: without the lock each would create a project.
    const lock = await db.startTransaction().execute()
    await sql`lock table projects in share mode`.execute(lock)
    const starting = Promise.all([start(), start(), start(), start()])
    const allWait = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
      expect(rows).toHaveLength(4)
    }
    await eventually(allWait)
    await lock.rollback().execute()
    expect((await starting).filter((result) => result !== undefined)).toHaveLength(1)
    const { rows } = await sql`select from projects`.execute(db)
    expect(rows).toHaveLength(1)
  })
})
