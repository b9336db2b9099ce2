import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { enqueue } from './enqueue.ts'
import { greet, useTestQueue } from './fixtures/queue.ts'
import { handle, type JobContext } from './handler.ts'
import { cancel, done, retry, snooze, type Outcome } from './outcome.ts'
import { runDueJobs } from './runner.ts'

const queue = useTestQueue()

/** Runs due jobs with a handler that always returns this outcome; returns its calls. */
async function runAll(outcome: () => Promise<Outcome | void>): Promise<Omit<JobContext, 'signal'>[]> {
  const calls: Omit<JobContext, 'signal'>[] = []
  const handler = handle(greet, (_payload, { attempt, isLastAttempt }) => {
    calls.push({ attempt, isLastAttempt })
    return outcome()
  })
  await runDueJobs(queue.deps, [handler])
  return calls
}

const put = (options: { key?: string } = {}) =>
  enqueue(queue.deps.database.db, greet, { payload: { name: 'Ada' }, ...options })

const makeDue = () =>
  sql`update graphile_worker._private_jobs set run_at = now()`.execute(queue.deps.database.db)

describe('the outcome of a job', () => {
  it('done removes it', async () => {
    await put()
    expect(await runAll(() => Promise.resolve(done))).toEqual([{ attempt: 1, isLastAttempt: false }])
    expect(await queue.jobs()).toEqual([])
  })

  it('none is done', async () => {
    await put()
    expect(await runAll(() => Promise.resolve())).toHaveLength(1)
    expect(await queue.jobs()).toEqual([])
  })

  it('retry keeps it for later with the reason, and gives up after the last attempt', async () => {
    await put({ key: 'kept' })
    await runAll(() => Promise.resolve(retry('not yet')))
    const [job] = await queue.jobs()
    expect(job).toMatchObject({ attempts: 1, last_error: 'not yet', key: 'kept', locked_by: null })
    expect(job?.run_at.getTime()).toBeGreaterThan(Date.now() + 1_000)
    expect(await runAll(() => Promise.resolve(done))).toEqual([])

    await makeDue()
    expect(await runAll(() => Promise.resolve(retry('still not')))).toEqual([
      { attempt: 2, isLastAttempt: false },
    ])
    await makeDue()
    expect(await runAll(() => Promise.resolve(retry('never')))).toEqual([{ attempt: 3, isLastAttempt: true }])
    await makeDue()
    expect(await runAll(() => Promise.resolve(done))).toEqual([])
    expect(await queue.jobs()).toMatchObject([{ attempts: 3, last_error: 'never' }])
  })

  it('a thrown error is a retry', async () => {
    await put()
    await runAll(() => Promise.reject(new Error('a bug')))
    expect(await queue.jobs()).toMatchObject([{ attempts: 1, last_error: 'a bug' }])
  })

  it('a full disk of the database is a snooze, however often: once there is room, the job goes on soon', async () => {
    await put({ key: 'kept' })
    const { db } = queue.deps.database
    for (let round = 0; round < 5; round += 1) {
      const calls = await runAll(async () => {
        await sql`do $$ begin raise exception using errcode = '53100'; end $$`.execute(db)
        return done
      })
      expect(calls).toEqual([{ attempt: 1, isLastAttempt: false }])
      const [job] = await queue.jobs()
      expect(job).toMatchObject({ attempts: 0, key: 'kept', payload: { name: 'Ada' }, locked_by: null })
      expect(job?.run_at.getTime()).toBeLessThan(Date.now() + 60_000)
      await makeDue()
    }
    expect(await runAll(() => Promise.resolve(done))).toHaveLength(1)
    expect(await queue.jobs()).toEqual([])
  })

  it('snooze puts the same job back for later with its key, and costs no attempt', async () => {
    await put({ key: 'kept' })
    const before = queue.deps.clock.now().getTime()
    await runAll(() => Promise.resolve(snooze(60_000)))
    const jobs = await queue.jobs()
    expect(jobs).toMatchObject([
      { payload: { name: 'Ada' }, key: 'kept', attempts: 0, max_attempts: 3, locked_by: null },
    ])
    const after = queue.deps.clock.now().getTime()
    expect(jobs[0]?.run_at.getTime()).toBeGreaterThanOrEqual(before + 60_000)
    expect(jobs[0]?.run_at.getTime()).toBeLessThanOrEqual(after + 60_000)
  })

  it('snooze leaves a job of its key that came meanwhile when it is due', async () => {
    await put({ key: 'kept' })
    let runs = 0
    await runAll(async () => {
      runs += 1
      if (runs > 1) return done
      await put({ key: 'kept' })
      return snooze(3_600_000)
    })
    expect(runs).toBe(2)
    expect(await queue.jobs()).toEqual([])
  })

  it('snooze works without a key too', async () => {
    await put()
    await runAll(() => Promise.resolve(snooze(60_000)))
    expect(await queue.jobs()).toMatchObject([{ payload: { name: 'Ada' }, key: null, attempts: 0 }])
  })

  it('cancel removes it', async () => {
    await put()
    await runAll(() => Promise.resolve(cancel('nobody is there')))
    expect(await queue.jobs()).toEqual([])
  })
})

describe('the payload of a job', () => {
  const putRaw = (payload: string) =>
    sql`select graphile_worker.add_job('test.greet', ${payload}::json, max_attempts => 3)`.execute(
      queue.deps.database.db,
    )

  it('that is not as declared never reaches the handler', async () => {
    await putRaw('{"name": 7}')
    expect(await runAll(() => Promise.resolve(done))).toEqual([])
    const [job] = await queue.jobs()
    expect(job).toMatchObject({ attempts: 1 })
    expect(job?.last_error).toContain('expected string')
  })

  it('reaches the handler without the note of the schedule', async () => {
    await putRaw('{"name": "Ada", "_cron": {"ts": "2026-01-01T00:00:00Z"}}')
    const seen: unknown[] = []
    const handler = handle(greet, () => Promise.resolve(done))
    const run = (payload: unknown) => {
      seen.push(payload)
      return Promise.resolve(done)
    }
    await runDueJobs(queue.deps, [{ ...handler, run }])
    expect(seen).toEqual([{ name: 'Ada' }])
  })
})
