import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { untilBlocked } from '../../../test/support/database/blocked.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildHandlers } from '../../worker.ts'
import { enqueue } from './enqueue.ts'
import { greet, useTestQueue } from './fixtures/queue.ts'
import { handle, type BoundHandler } from './handler.ts'
import { unlockJobsOfDeadPools } from './heartbeat.ts'
import { done, snooze } from './outcome.ts'
import { startJobRunner, type JobRunner } from './runner.ts'

const queue = useTestQueue()
afterEach(() => allowDeletes())

const put = (name = 'Ada') => enqueue(queue.deps.database.db, greet, { payload: { name } })

/** A job may also start after the stop was requested. */
async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function withRunner(
  handlers: readonly BoundHandler[],
  work: (runner: JobRunner) => Promise<void>,
  {
    concurrency = queue.deps.config.WORKER_CONCURRENCY,
    ...limits
  }: { concurrency?: number; endLimitMs?: number; claimCheckMs?: number } = {},
): Promise<void> {
  const config = { ...queue.deps.config, WORKER_CONCURRENCY: concurrency }
  const runner = await startJobRunner({ ...queue.deps, config }, handlers, limits)
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await runner.stop()
    isStopped = true
  }
  try {
    await work({ stop })
  } finally {
    await stop()
  }
}

describe('stop', () => {
  it('tells a running job, lets it finish, and leaves nothing locked', async () => {
    let state = 'waiting'
    const handler = handle(greet, async (_payload, { signal }) => {
      state = 'running'
      await untilAborted(signal)
      await sql`select pg_sleep(0.2)`.execute(queue.deps.database.db)
      state = 'finished'
      return done
    })
    await withRunner([handler], async (runner) => {
      await put()
      await eventually(() => expect(state).toBe('running'))
      await runner.stop()
      expect(state).toBe('finished')
      expect(await queue.jobs()).toEqual([])
      expect(await queue.beats()).toEqual([])
    })
  })

  it('leaves a job that snoozes in the queue, free and due', async () => {
    let isRunning = false
    const handler = handle(greet, async (_payload, { signal }) => {
      isRunning = true
      await untilAborted(signal)
      return snooze(0)
    })
    await withRunner([handler], async (runner) => {
      await put()
      await eventually(() => expect(isRunning).toBe(true))
      await runner.stop()
      const jobs = await queue.jobs()
      expect(jobs).toMatchObject([{ payload: { name: 'Ada' }, attempts: 0, locked_by: null }])
      expect(jobs[0]?.run_at.getTime()).toBeLessThanOrEqual(Date.now())
    })
  })

  it('begins nothing new', async () => {
    const greeted: string[] = []
    const handler = handle(greet, ({ name }) => {
      greeted.push(name)
      return Promise.resolve(done)
    })
    await withRunner([handler], async (runner) => {
      await runner.stop()
      await put()
      expect(await queue.jobs()).toMatchObject([{ attempts: 0, locked_by: null }])
      expect(greeted).toEqual([])
    })
  })
})

describe('a running job', () => {
  it('that runs for long is not considered dead, however long ago it began', async () => {
    const release = Promise.withResolvers<void>()
    let runs = 0
    const handler = handle(greet, async () => {
      runs += 1
      await release.promise
      return done
    })
    await withRunner([handler], async () => {
      await put()
      await eventually(() => expect(runs).toBe(1))
      await eventually(async () => expect(await queue.beats()).toHaveLength(1))
      const { db } = queue.deps.database
      await sql`update graphile_worker._private_jobs set locked_at = now() - interval '10 minutes'`.execute(
        db,
      )
      expect(await unlockJobsOfDeadPools(db)).toEqual([])
      expect((await queue.jobs()).map((job) => job.locked_by)).toEqual(await queue.beats())
      release.resolve()
      await eventually(async () => expect(await queue.jobs()).toEqual([]))
      expect(runs).toBe(1)
    })
  })

  it('whose end cannot be recorded runs again; those beside it are told to make room', async () => {
    const greeted: string[] = []
    let isForbidden = false
    const handler = handle(greet, async ({ name }, { signal }) => {
      greeted.push(name)
      if (name === 'long') {
        await untilAborted(signal)
        return snooze(3_600_000)
      }
      if (!isForbidden) {
        isForbidden = true
        await forbidDeletes()
      }
      return done
    })
    await withRunner([handler], async () => {
      await eventually(async () => expect(await queue.beats()).toHaveLength(1))
      const [former] = await queue.beats()
      await put('long')
      await eventually(() => expect(greeted).toEqual(['long']))
      await put('Ada')
      await eventually(() => expect(greeted.filter((name) => name === 'Ada').length).toBeGreaterThan(1))
      await allowDeletes()
      await put('Grace')
      await eventually(() => expect(greeted).toContain('Grace'))
      await eventually(async () => expect(await queue.beats()).not.toContain(former))
    })
  })
})

async function allowDeletes(): Promise<void> {
  const { db } = queue.deps.database
  await sql`drop function if exists refuse() cascade`.execute(db)
  await sql`drop sequence if exists refusals`.execute(db)
}

async function countRefusals(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select case when is_called then last_value else 0 end::int as count from refusals`.execute(
    queue.deps.database.db,
  )
  return rows[0]?.count ?? 0
}

/** The queue cannot record the end of a job, as when the database becomes unavailable. A sequence counts the attempts. */
async function forbidDeletes(): Promise<void> {
  const { db } = queue.deps.database
  await sql`create sequence refusals`.execute(db)
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin perform nextval('refusals'); raise exception 'away'; end $$`.execute(db)
  await sql`create trigger refuse before delete on graphile_worker._private_jobs execute function refuse()`.execute(
    db,
  )
}

describe('several jobs whose ends cannot be recorded', () => {
  // Each end is refused before the next one comes. graphile-worker never says that it has ended then.
  it('run again, however far apart they end', async () => {
    const greeted: string[] = []
    const order = ['first', 'second', 'third', 'fourth']
    const handler = handle(greet, async ({ name }, { signal }) => {
      const isAgain = greeted.includes(name)
      greeted.push(name)
      if (isAgain || name === 'last') return done
      if (name === 'first') await forbidDeletes()
      else await untilAborted(signal)
      await eventually(async () => expect(await countRefusals()).toBeGreaterThanOrEqual(order.indexOf(name)))
      return done
    })
    await withRunner(
      [handler],
      async () => {
        for (const name of order.toReversed()) await put(name)
        await eventually(() => expect(greeted.toSorted()).toEqual(order.toSorted()))
        await eventually(async () => expect(await countRefusals()).toBeGreaterThanOrEqual(order.length))
        await allowDeletes()
        await put('last')
        await eventually(() => expect(greeted).toContain('last'))
        await eventually(async () => expect(await queue.jobs()).toEqual([]))
        for (const name of order) expect(greeted.filter((one) => one === name).length).toBeGreaterThan(1)
      },
      { concurrency: order.length, endLimitMs: 500 },
    )
  })
})

describe('a lost connection', () => {
  const countGreetings = () => {
    const greeted: string[] = []
    const handler = handle(greet, ({ name }) => {
      greeted.push(name)
      return Promise.resolve(done)
    })
    return { greeted, handler }
  }

  /** Ends the statement of the queue that waits for this table. */
  const cutOffAt = (table: string, meanwhile: () => Promise<unknown> = async () => undefined) =>
    queue.deps.database.db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.raw(table)}`.execute(trx)
      await meanwhile()
      await untilBlocked(queue.deps.database.db)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
    })

  it('in the first query does not keep the queue from finding jobs', async () => {
    const { greeted, handler } = countGreetings()
    const started = Promise.withResolvers<JobRunner>()
    await cutOffAt('graphile_worker._private_tasks', async () =>
      started.resolve(await startJobRunner(queue.deps, [handler])),
    )
    const runner = await started.promise
    onTestFinished(() => runner.stop())
    await put()
    await eventually(() => expect(greeted).toEqual(['Ada']))
  })

  it('whose job was claimed, but never told to this process, costs the job some seconds', async () => {
    const { greeted, handler } = countGreetings()
    await withRunner(
      [handler],
      async () => {
        await eventually(async () => expect(await queue.beats()).toHaveLength(1))
        const [pool = ''] = await queue.beats()
        await put('beside it')
        await eventually(() => expect(greeted).toEqual(['beside it']))
        await queue.deps.database.db.transaction().execute(async (trx) => {
          await enqueue(trx, greet, { payload: { name: 'claimed' } })
          await sql`update graphile_worker._private_jobs set locked_by = ${pool}, locked_at = now()`.execute(
            trx,
          )
        })
        await cutOffAt('graphile_worker._private_jobs')
        await eventually(() => expect(greeted).toEqual(['beside it', 'claimed']))
      },
      { concurrency: 1, claimCheckMs: 100 },
    )
  })
})

describe('the schedule', () => {
  it('knows every handler that has one', async () => {
    const handlers = buildHandlers(queue.deps)
    const scheduled = handlers.filter(({ cron }) => cron !== undefined).map(({ name }) => name)
    expect(scheduled).not.toEqual([])
    await withRunner(handlers, async () => {
      await eventually(async () => {
        const { rows } = await sql<{ identifier: string }>`
          select identifier from graphile_worker._private_known_crontabs`.execute(queue.deps.database.db)
        expect(rows.map(({ identifier }) => identifier).toSorted()).toEqual(scheduled.toSorted())
      })
    })
  })

  it('refuses an invalid expression', async () => {
    const handler = handle({ ...greet, cron: 'every now and then' }, () => Promise.resolve(done))
    await expect(startJobRunner(queue.deps, [handler])).rejects.toThrow('Invalid')
  })
})
