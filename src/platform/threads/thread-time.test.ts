import { afterAll, expect, it } from 'vitest'
import * as tasks from './fixtures/tasks.ts'
import { ThreadTimeoutError } from './thread-errors.ts'
import { createThreadPool } from './thread-pool.ts'

const pool = createThreadPool({ entry: new URL('fixtures/entry.ts', import.meta.url), size: 2 })
const { limitMs } = tasks.compute

afterAll(() => pool.close())

it('ends a task that computes too long in the middle of its loop, and long after it one that waits', async () => {
  // Both threads are ready.
  await Promise.all([pool.run(tasks.compute, 1), pool.run(tasks.compute, 1)])
  const order: string[] = []
  const note = (name: string) => (error: unknown) => {
    expect(error).toBeInstanceOf(ThreadTimeoutError)
    order.push(name)
  }
  await Promise.all([
    pool.run(tasks.sleepBeyondLimit, 600_000).catch(note('waits')),
    pool.run(tasks.compute, 600_000).catch(note('computes')),
  ])
  expect(order).toEqual(['computes', 'waits'])
})

it('does not count the time in which a task has no processor', async () => {
  expect(await pool.run(tasks.sleepBeyondLimit, 2 * limitMs)).toBe(`slept ${2 * limitMs}`)
})

it('does not count the processor time of earlier tasks', async () => {
  const lane = 'one thread at a time'
  for (let round = 0; round < 4; round += 1) await pool.run(tasks.compute, limitMs / 2, { lane })
})
