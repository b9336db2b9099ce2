import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../errors.ts'
import * as tasks from './fixtures/tasks.ts'
import { createThreadPool } from './thread-pool.ts'
import type { ThreadPool } from './thread-pool.ts'
import { ThreadEndedError, ThreadMemoryError, ThreadTimeoutError } from './thread-errors.ts'

const entry = new URL('fixtures/entry.ts', import.meta.url)
const pools: ThreadPool[] = []

/** Longer than any test: the pool is closed before. */
const LONG_MS = 9_000

function openPool(size = 2, options: { entry?: URL; lines?: string[] } = {}): ThreadPool {
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      options.lines?.push(chunk.toString())
      done()
    },
  })
  const pool = createThreadPool({ entry: options.entry ?? entry, size, log: pino(sink) })
  pools.push(pool)
  return pool
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

const threadOf = async (pool: ThreadPool) => (await pool.run(tasks.whoAmI, null)).thread

describe('a pool of threads', () => {
  it('runs a task elsewhere and brings its answer back', async () => {
    const pool = openPool()
    expect(await pool.run(tasks.double, 21)).toBe(42)
    expect(await threadOf(pool)).toBeGreaterThan(0)
  })

  it('gives threads nothing of the environment, except where compiled code is kept', async () => {
    process.env['A_SECRET_OF_THE_MAIN_THREAD'] = 'x'
    const { environment } = await openPool().run(tasks.whoAmI, null)
    delete process.env['A_SECRET_OF_THE_MAIN_THREAD']
    expect(environment.filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([])
  })

  it('runs as many at a time as it has threads, and the rest after them', async () => {
    const pool = openPool(2)
    await Promise.all([pool.run(tasks.sleep, 1), pool.run(tasks.sleep, 1)])
    const order: string[] = []
    const one = (name: string, ms: number) => pool.run(tasks.sleep, ms).then(() => order.push(name))
    one('long', LONG_MS).catch(() => undefined)
    // The third waits for the second and not for the first, which runs until the pool is closed.
    await Promise.all([one('second', 10), one('third', 1)])
    expect(order).toEqual(['second', 'third'])
  })

  it('answers a thousand tasks, each with its own', async () => {
    const pool = openPool()
    const lanes = Array.from({ length: 20 }, (_, lane) => `lane ${lane}`)
    const answers = await Promise.all(
      lanes.flatMap((lane, row) =>
        Array.from({ length: 25 }, (_, column) => pool.run(tasks.double, row * 100 + column, { lane })),
      ),
    )
    expect(answers).toEqual(
      lanes.flatMap((_, row) => Array.from({ length: 25 }, (_, column) => 2 * (row * 100 + column))),
    )
  })
})

describe('a failure in a thread', () => {
  it('is the same refusal to the caller', async () => {
    const error = await openPool()
      .run(tasks.refuse, 'too long')
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ field: 'body', message: 'too long', code: 'custom' }],
    })
  })

  it('keeps its name and message when it is a bug, and the thread goes on', async () => {
    const pool = openPool(1)
    const thread = await threadOf(pool)
    await expect(pool.run(tasks.fail, 'broken')).rejects.toMatchObject({
      name: 'TypeError',
      message: 'broken',
    })
    expect(await threadOf(pool)).toBe(thread)
  })

  it('gets an error if the input or the output cannot be cloned', async () => {
    const pool = openPool(1)
    await expect(pool.run(tasks.answerFunction, null)).rejects.toThrow('could not be cloned')
    await expect(pool.run(tasks.double, (() => 1) as never)).rejects.toThrow('could not be cloned')
    expect(await pool.run(tasks.double, 2)).toBe(4)
  })

  it('gets an error if the task has no implementation', async () => {
    await expect(openPool().run(tasks.unknown, null)).rejects.toThrow(
      'the task fixture.unknown has no implementation',
    )
  })
})

describe('a thread that has to go', () => {
  it('is ended when its time is up, and replaced', async () => {
    const lines: string[] = []
    const pool = openPool(1, { lines })
    const thread = await threadOf(pool)
    await expect(pool.run(tasks.loopForEver, null)).rejects.toThrow(ThreadTimeoutError)
    expect(await threadOf(pool)).not.toBe(thread)
    expect(lines.join()).toContain('a thread was replaced')
  })

  it('does not take the process along when it runs out of memory', async () => {
    const pool = openPool(1)
    await expect(pool.run(tasks.eatMemory, null)).rejects.toThrow(ThreadMemoryError)
    expect(await pool.run(tasks.double, 4)).toBe(8)
  })

  it('is replaced when it leaves by itself', async () => {
    const pool = openPool(1)
    await expect(pool.run(tasks.leave, null)).rejects.toThrow(ThreadEndedError)
    expect(await pool.run(tasks.double, 4)).toBe(8)
  })

  it('does not lose what waits behind it', async () => {
    const pool = openPool(1)
    const lost = pool.run(tasks.loopForEver, null)
    const waiting = [1, 2, 3].map((input) => pool.run(tasks.double, input))
    await expect(lost).rejects.toThrow(ThreadTimeoutError)
    expect(await Promise.all(waiting)).toEqual([2, 4, 6])
  })

  it('is not started again and again when it cannot come up', async () => {
    const pool = openPool(1, { entry: new URL('fixtures/missing.ts', import.meta.url) })
    const errors = await Promise.all(
      [1, 2].map((input) => pool.run(tasks.double, input).catch((error: unknown) => error)),
    )
    expect(errors.every((error) => error instanceof ThreadEndedError)).toBe(true)
  })
})

describe('fairness', () => {
  it('leaves a thread to the others, however long one lane takes', async () => {
    const pool = openPool(2)
    await Promise.all([pool.run(tasks.sleep, 1), pool.run(tasks.sleep, 1)])
    const settled: string[] = []
    for (const name of ['slow', 'slower']) {
      pool.run(tasks.sleep, LONG_MS, { lane: 'slow' }).then(
        () => settled.push(name),
        () => undefined,
      )
    }
    await pool.run(tasks.double, 2, { lane: 'other' }).then(() => settled.push('other'))
    expect(settled).toEqual(['other'])
  })

  it('makes nobody wait behind the crowd of another lane', async () => {
    const pool = openPool(2)
    await Promise.all([pool.run(tasks.sleep, 1), pool.run(tasks.sleep, 1)])
    const crowd = Array.from({ length: 30 }, () => pool.run(tasks.loopForEver, null, { lane: 'slow' }))
    let ended = 0
    for (const one of crowd) one.catch(() => (ended += 1))
    const answers = await Promise.all(
      [1, 2, 3].map((input) => pool.run(tasks.double, input, { lane: 'quick' })),
    )
    expect(answers).toEqual([2, 4, 6])
    expect(ended).toBeLessThan(crowd.length)
  })

  it('refuses what is too much for one lane, and takes it from others', async () => {
    const pool = openPool(1)
    const crowd = Array.from({ length: 100 }, () => pool.run(tasks.sleep, 5, { lane: 'full' }))
    const results = await Promise.allSettled([...crowd, pool.run(tasks.double, 1, { lane: 'other' })])
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(30)
    expect(refused.every(({ reason }) => (reason as AppError).code === 'SERVICE_UNAVAILABLE')).toBe(true)
    expect(results.at(-1)).toEqual({ status: 'fulfilled', value: 2 })
  })
})

describe('close', () => {
  it('ends what runs, refuses what waits and what comes', async () => {
    const pool = openPool(1)
    await pool.run(tasks.double, 1)
    const running = pool.run(tasks.sleep, LONG_MS)
    const waiting = pool.run(tasks.double, 1)
    const settled = Promise.allSettled([running, waiting])
    await pool.close()
    const late = pool.run(tasks.double, 1)
    for (const result of [...(await settled), ...(await Promise.allSettled([late]))]) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } })
    }
  })

  it('starts no thread when there was none', async () => {
    const started: unknown[] = []
    const note = (thread: unknown) => void started.push(thread)
    process.on('worker', note)
    onTestFinished(() => void process.off('worker', note))
    await openPool().close()
    expect(started).toEqual([])
  })
})
