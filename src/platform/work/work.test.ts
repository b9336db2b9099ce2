import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilBlocked } from '../../../test/support/database/blocked.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildProject, useTestApp } from '../../../test/support/test-app.ts'
import { inTransaction } from '../db/client.ts'
import type { ProjectId } from '../ids.ts'
import { claimDue, lockClaims, pauseAfter, postponeClaims, wakeRows } from './due-rows.ts'
import type { Claim } from './due-rows.ts'
import { runDueWork, startWorkLoop } from './work-loop.ts'
import type { LeasedWork } from './work-kinds.ts'

const test = useTestApp()
const TABLE = 'chores'
const LEASE_MS = 60_000

beforeAll(async () => {
  await sql`
    create table chores (project_id uuid, id uuid, due_at timestamptz, fence integer not null default 0,
      attempts integer not null default 0, primary key (project_id, id))`.execute(test.deps.database.db)
  await sql`create index on chores (project_id, due_at) where due_at is not null`.execute(
    test.deps.database.db,
  )
})

const newProject = async () => (await buildProject(test.deps)).projectId

async function put(projectId: ProjectId, count = 1, inMs = 0): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const dueAt = new Date(test.clock.now().getTime() + inMs)
  await sql`
    insert into chores (project_id, id, due_at) select ${projectId}, unnest(${ids}::uuid[]), ${dueAt}`.execute(
    test.deps.database.db,
  )
  return ids
}

const clear = () => sql`delete from chores`.execute(test.deps.database.db)

const claim = (options: Partial<Parameters<typeof claimDue>[1]> = {}) =>
  claimDue(test.deps.database, {
    table: TABLE,
    limit: 100,
    perProject: 100,
    leaseMs: LEASE_MS,
    now: test.clock.now(),
    ...options,
  })

const hold = (claims: Claim[]) =>
  inTransaction(test.deps.database.db, (trx) => lockClaims(trx, { table: TABLE, claims }))

async function readDueAt(id: string): Promise<Date | null | undefined> {
  const { rows } = await sql<{
    dueAt: Date | null
  }>`select due_at as "dueAt" from chores where id = ${id}`.execute(test.deps.database.db)
  return rows[0]?.dueAt
}

const ids = (claims: readonly Claim[]) => claims.map(({ id }) => id).toSorted()

describe('a claim', () => {
  it('takes what is due, once, and nothing that is due later', async () => {
    await clear()
    const projectId = await newProject()
    const due = await put(projectId, 3)
    await put(projectId, 1, 60_000)
    expect(ids(await claim())).toEqual(due.toSorted())
    expect(await claim()).toEqual([])
  })

  it('ends with its lease, and a worker that was too slow learns of it', async () => {
    await clear()
    await put(await newProject())
    const first = await claim()
    expect(await hold(first)).toEqual(first)
    test.clock.advance(LEASE_MS + 1)
    const second = await claim()
    expect(second).toMatchObject([{ fence: 2, attempts: 2 }])
    expect(await hold(first)).toEqual([])
    expect(await hold(second)).toEqual(second)
  })

  it('that was put off is due then, unless it was overtaken', async () => {
    await clear()
    await put(await newProject())
    const first = await claim()
    const postpone = (claims: Claim[], inMs: number) =>
      postponeClaims(test.deps.database.db, {
        table: TABLE,
        claims,
        dueAt: new Date(test.clock.now().getTime() + inMs),
      })
    await postpone(first, 1_000)
    test.clock.advance(1_001)
    const second = await claim()
    expect(second).toHaveLength(1)
    await postpone(first, 0)
    expect(await claim()).toEqual([])
  })

  it('that is overtaken while it is put off changes nothing', async () => {
    await clear()
    const [id = ''] = await put(await newProject())
    const first = await claim()
    const { db } = test.deps.database
    const dueAt = new Date(test.clock.now().getTime() + 5_000)
    const late = new Date(test.clock.now().getTime() + 3_600_000)
    const postponed = await inTransaction(db, async (trx) => {
      await sql`update chores set fence = fence + 1, due_at = ${dueAt} where id = ${id}`.execute(trx)
      const waiting = postponeClaims(db, { table: TABLE, claims: first, dueAt: late })
      await untilBlocked(db)
      return { waiting }
    })
    await postponed.waiting
    expect(await readDueAt(id)).toEqual(dueAt)
  })

  it('gives every project its turn, however much one has', async () => {
    await clear()
    const projects = [await newProject(), await newProject(), await newProject()]
    await put(projects[0]!, 50)
    await put(projects[1]!, 2)
    await put(projects[2]!, 2)
    const taken = await claim({ limit: 6, perProject: 2 })
    expect(Map.groupBy(taken, ({ projectId }) => projectId).size).toBe(3)
    const [first] = projects.toSorted()
    const next = await claim({ limit: 2, perProject: 2, after: projects.toSorted()[1], without: [first!] })
    expect(next.every(({ projectId }) => projectId !== first)).toBe(true)
  })

  it('leaves the work of a disabled project where it is', async () => {
    await clear()
    const projectId = await newProject()
    await put(projectId)
    await sql`update projects set disabled_at = now() where id = ${projectId}`.execute(test.deps.database.db)
    expect(await claim()).toEqual([])
  })
})

describe('a row that sleeps', () => {
  const wake = (projectId: ProjectId, id: string, dueAt: Date) =>
    inTransaction(test.deps.database.db, (trx) =>
      wakeRows(trx, { table: TABLE, projectId, dueAt: new Map([[id, dueAt]]) }),
    )

  it('is woken for the earliest time, unless a worker has it', async () => {
    await clear()
    const projectId = await newProject()
    const [id = ''] = await put(projectId)
    await finish(await claim())
    const [soon, later] = [1_000, 2_000].map((ms) => new Date(test.clock.now().getTime() + ms)) as [
      Date,
      Date,
    ]
    await wake(projectId, id, later)
    expect(await readDueAt(id)).toEqual(later)
    await wake(projectId, id, soon)
    await wake(projectId, id, later)
    expect(await readDueAt(id)).toEqual(soon)
    test.clock.advance(1_000)
    await claim()
    await wake(projectId, id, test.clock.now())
    expect(await claim()).toEqual([])
  })

  it('is woken also if its worker puts it to sleep at the same moment', async () => {
    await clear()
    const projectId = await newProject()
    const [id = ''] = await put(projectId)
    const claims = await claim()
    const now = test.clock.now()
    const woken = await inTransaction(test.deps.database.db, async (trx) => {
      await lockClaims(trx, { table: TABLE, claims })
      const waiting = wake(projectId, id, now)
      await untilBlocked(test.deps.database.db)
      await sql`update chores set due_at = null, attempts = 0 where id = ${id}`.execute(trx)
      return { waiting }
    })
    await woken.waiting
    expect(await readDueAt(id)).toEqual(now)
  })
})

const kindOf = (run: LeasedWork['run'], rest: Partial<LeasedWork> = {}): LeasedWork => ({
  type: 'leased',
  name: 'chores',
  table: TABLE,
  batchSize: 10,
  slots: 4,
  slotsPerProject: 1,
  leaseMs: LEASE_MS,
  run,
  ...rest,
})

const finish = (claims: Claim[]) =>
  inTransaction(test.deps.database.db, async (trx) => {
    const claimed = await lockClaims(trx, { table: TABLE, claims })
    await sql`
      update chores set due_at = null, attempts = 0 where id = any(${claimed.map(({ id }) => id)}::uuid[])`.execute(
      trx,
    )
  })

describe('a work loop', () => {
  it('does all that is due in batches of one project', async () => {
    await clear()
    const projects = [await newProject(), await newProject()]
    for (const projectId of projects) await put(projectId, 25)
    const batches: Claim[][] = []
    const done = await runDueWork(
      test.deps,
      kindOf(async (claims) => {
        batches.push(claims)
        await finish(claims)
      }),
    )
    expect(done).toBe(50)
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(10)
      expect(new Set(batch.map(({ projectId }) => projectId)).size).toBe(1)
    }
  })

  it('puts off what fails, longer each time, and goes on with the rest', async () => {
    await clear()
    const [bad] = await put(await newProject())
    const good = await put(await newProject(), 3)
    const seen: string[] = []
    const kind = kindOf(async (claims) => {
      if (claims.some(({ id }) => id === bad)) throw new Error('broken')
      seen.push(...ids(claims))
      await finish(claims)
    })
    await runDueWork(test.deps, kind)
    expect(seen.toSorted()).toEqual(good.toSorted())
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from due_at - ${test.clock.now()})::float8 as wait from chores where id = ${bad}`.execute(
      test.deps.database.db,
    )
    expect(rows[0]?.wait).toBeGreaterThan(0)
    expect([1, 2, 3, 40].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 3_600_000])
  })

  it('is not claimed up by a project whose work takes long, and finishes what it has begun', async () => {
    await clear()
    const slow = await newProject()
    await put(slow, 30)
    const quick = await put(await newProject(), 5)
    const release = Promise.withResolvers<void>()
    const seen: string[] = []
    let slowBatches = 0
    const kind = kindOf(async (claims) => {
      if (claims[0]?.projectId === slow) {
        slowBatches += 1
        await release.promise
      } else seen.push(...ids(claims))
      await finish(claims)
    })
    const loop = startWorkLoop(test.deps, kind)
    await eventually(() => expect(seen.toSorted()).toEqual(quick.toSorted()))
    expect(slowBatches).toBe(1)
    const stopped = loop.stop()
    release.resolve()
    await stopped
    const { rows } = await sql<{ left: number }>`
      select count(*) as left from chores where project_id = ${slow} and due_at is not null`.execute(
      test.deps.database.db,
    )
    expect(rows[0]?.left).toBe(20)
  })
})
