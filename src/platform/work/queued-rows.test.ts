import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { buildProject, useTestApp } from '../../../test/support/test-app.ts'
import { inTransaction, openDatabase } from '../db/client.ts'
import type { ProjectId } from '../ids.ts'
import { claimQueued } from './queued-rows.ts'
import type { QueuedRow } from './queued-rows.ts'
import type { QueuedWork } from './work-kinds.ts'
import { runDueWork, startWork, startWorkLoop } from './work-loop.ts'

const test = useTestApp()

type Errand = QueuedRow & { note: string }

beforeAll(async () => {
  await sql`
    create table errands (project_id uuid, id bigint generated always as identity, note text not null,
      run_at timestamptz not null default '-infinity', attempts integer not null default 0,
      queued_at timestamptz not null default now(), primary key (project_id, id));
    create index on errands (project_id, run_at, id);
    create table errands_done (id bigint generated always as identity, project_id uuid, note text)`.execute(
    test.deps.database.db,
  )
})

const newProject = async () => (await buildProject(test.deps)).projectId

async function put(projectId: ProjectId, notes: readonly string[]): Promise<void> {
  await sql`
    insert into errands (project_id, note) select ${projectId}, note
    from unnest(${notes}::text[]) with ordinality as g (note, n) order by n`.execute(test.deps.database.db)
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

async function clear(): Promise<void> {
  await sql`truncate errands, errands_done`.execute(test.deps.database.db)
}

/** The notes in the order in which they were done. */
async function listDone(projectId: ProjectId): Promise<string[]> {
  const { rows } = await sql<{ note: string }>`
    select note from errands_done where project_id = ${projectId} order by id`.execute(test.deps.database.db)
  return rows.map(({ note }) => note)
}

async function listLeft(projectId: ProjectId): Promise<{ note: string; attempts: number }[]> {
  const { rows } = await sql<{ note: string; attempts: number }>`
    select note, attempts from errands where project_id = ${projectId} order by id`.execute(
    test.deps.database.db,
  )
  return rows
}

type Handle = QueuedWork<Errand>['handle']

const record: Handle = async (trx, { projectId, rows }) => {
  await sql`
    insert into errands_done (project_id, note) select ${projectId}, note
    from unnest(${rows.map(({ note }) => note)}::text[]) with ordinality as g (note, n) order by n`.execute(
    trx,
  )
}

const kindOf = (rest: Partial<QueuedWork<Errand>> = {}): QueuedWork<Errand> => ({
  type: 'queued',
  name: 'errands',
  table: 'errands',
  columns: sql`note`,
  batchSize: 10,
  slots: 2,
  handle: record,
  ...rest,
})

describe('queued rows', () => {
  it('are handled in their order, in batches of one project', async () => {
    await clear()
    const projects = [await newProject(), await newProject()]
    for (const projectId of projects) await put(projectId, numbered(25))
    const sizes: number[] = []
    const handle: Handle = async (trx, batch) => {
      sizes.push(batch.rows.length)
      await record(trx, batch)
    }
    expect(await runDueWork(test.deps, kindOf({ handle }))).toBe(50)
    for (const projectId of projects) expect(await listDone(projectId)).toEqual(numbered(25))
    expect(sizes.toSorted((a, b) => a - b)).toEqual([5, 5, 10, 10, 10, 10])
  })

  it('of several projects take turns', async () => {
    await clear()
    const projects = [await newProject(), await newProject(), await newProject()]
    for (const projectId of projects) await put(projectId, numbered(30))
    const turns: ProjectId[] = []
    const handle: Handle = async (trx, batch) => {
      turns.push(batch.projectId)
      await record(trx, batch)
    }
    await runDueWork(test.deps, kindOf({ handle, slots: 1 }))
    expect(turns).toHaveLength(9)
    for (const start of [0, 3, 6]) expect(new Set(turns.slice(start, start + 3)).size).toBe(3)
  })

  it('of a project are handled by one worker at a time, on all nodes', async () => {
    await clear()
    const projectId = await newProject()
    await put(projectId, numbered(60))
    let atOnce = 0
    let most = 0
    const handle: Handle = async (trx, batch) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await record(trx, batch)
      atOnce -= 1
    }
    const loops = [1, 2, 3].map(() => startWorkLoop(test.deps, kindOf({ handle })))
    await eventually(async () => expect(await listDone(projectId)).toEqual(numbered(60)))
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(most).toBe(1)
  })

  it('are back after a transaction that does not commit', async () => {
    await clear()
    const projectId = await newProject()
    await put(projectId, numbered(3))
    const now = test.clock.now()
    const crash = inTransaction(test.deps.database.db, async (trx) => {
      const rows = await claimQueued<Errand>(trx, kindOf(), { projectId, limit: 10, now })
      await record(trx, { projectId, rows })
      throw new Error('crash')
    })
    await expect(crash).rejects.toThrow('crash')
    expect(await listDone(projectId)).toEqual([])
    expect(await runDueWork(test.deps, kindOf())).toBe(3)
    expect(await listDone(projectId)).toEqual(numbered(3))
  })

  it('of a disabled project wait', async () => {
    await clear()
    const projectId = await newProject()
    await put(projectId, ['a'])
    const { db } = test.deps.database
    await sql`update projects set disabled_at = now() where id = ${projectId}`.execute(db)
    expect(await runDueWork(test.deps, kindOf())).toBe(0)
    await sql`update projects set disabled_at = null where id = ${projectId}`.execute(db)
    expect(await runDueWork(test.deps, kindOf())).toBe(1)
  })
})

describe('a row that fails', () => {
  const failing =
    (isFailing: (note: string) => boolean): Handle =>
    async (trx, batch) => {
      await record(trx, batch)
      if (batch.rows.some(({ note }) => isFailing(note))) throw new Error('poison')
    }

  it('is put off ever longer, and the others of its project go on', async () => {
    await clear()
    const projectId = await newProject()
    await put(projectId, ['a', 'poison', 'b'])
    let isMended = false
    const kind = kindOf({ handle: failing((note) => note === 'poison' && !isMended) })
    // A clock that stands still, so that no pause is over because the machine is slow.
    let now = Date.now()
    const parts = { ...test.deps, clock: { now: () => new Date(now) } }
    expect(await runDueWork(parts, kind)).toBe(2)
    expect(await listDone(projectId)).toEqual(['a', 'b'])
    for (const [waitMs, attempts] of [
      [900, 1],
      [200, 2],
      [1_500, 2],
      [600, 3],
    ] as const) {
      now += waitMs
      await runDueWork(parts, kind)
      expect(await listLeft(projectId)).toEqual([{ note: 'poison', attempts }])
    }
    isMended = true
    now += 3_600_000
    expect(await runDueWork(parts, kind)).toBe(1)
    expect(await listDone(projectId)).toEqual(['a', 'b', 'poison'])
  })

  it('because it takes too long is put off, and the others go on at the next turn', async () => {
    await clear()
    const projectId = await newProject()
    await put(projectId, ['slow', 'a', 'b'])
    const handle: Handle = async (trx, batch) => {
      await record(trx, batch)
      if (!batch.rows.some(({ note }) => note === 'slow')) return
      await sql`set local statement_timeout = 20`.execute(trx)
      await sql`select pg_sleep(10)`.execute(trx)
    }
    await runDueWork(test.deps, kindOf({ handle }))
    expect((await listLeft(projectId)).map(({ attempts }) => attempts)).toEqual([1, 0, 0])
    expect(await runDueWork(test.deps, kindOf({ handle }))).toBe(2)
    expect(await listDone(projectId)).toEqual(['a', 'b'])
  })

  it('because the database is away is not put off, and is handled once it is back', async () => {
    await clear()
    const projectId = await newProject()
    await put(projectId, ['a', 'b'])
    const killed = openDatabase({ urls: [test.url], poolSize: 1, log: test.deps.log })
    let kills = 1
    const handle: Handle = async (trx, batch) => {
      await record(trx, batch)
      if (kills === 0) return
      kills -= 1
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await test.deps.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`select 1`.execute(trx)
    }
    const parts = { ...test.deps, database: killed }
    expect(await runDueWork(parts, kindOf({ handle }))).toBe(0)
    expect(await listLeft(projectId)).toEqual(['a', 'b'].map((note) => ({ note, attempts: 0 })))
    const loop = startWorkLoop(parts, kindOf({ handle }))
    onTestFinished(async () => {
      await loop.stop()
      await killed.close()
    })
    await eventually(async () => expect(await listDone(projectId)).toEqual(['a', 'b']))
  })
})

describe('the loops of a node', () => {
  it('are woken by work that makes theirs due', async () => {
    await clear()
    const projectId = await newProject()
    await sql`create table if not exists parcels (like errands including all)`.execute(test.deps.database.db)
    const handle: Handle = async (trx, { rows }) => {
      await sql`
        insert into parcels (project_id, note) select ${projectId}, note
        from unnest(${rows.map(({ note }) => note)}::text[]) as note`.execute(trx)
    }
    await put(projectId, ['a', 'b'])
    const kinds = [kindOf({ name: 'parcels', table: 'parcels' }), kindOf({ handle, wakes: ['parcels'] })]
    // Later checks come too late: after the first one, only waking finds the parcels.
    const work = startWork(test.deps, kinds, { pollMs: 3_600_000 })
    onTestFinished(() => work.stop())
    await eventually(async () => expect(await listDone(projectId)).toEqual(['a', 'b']))
  })
})
