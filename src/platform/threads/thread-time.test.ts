import { afterAll, expect, it, onTestFinished } from 'vitest'
import * as tasks from './fixtures/tasks.ts'
import { ThreadTimeoutError } from './thread-errors.ts'
import { createThreadPool } from './thread-pool.ts'

const entry = new URL('fixtures/entry.ts', import.meta.url)
const pool = createThreadPool({ entry, size: 2 })
const { limitMs } = tasks.compute

afterAll(() => pool.close())

it.each([
  ['computes', tasks.compute],
  ['waits', tasks.sleepBeyondLimit],
])('ends a task that %s too long', async (_what, task) => {
  await expect(pool.run<number, unknown>(task, 600_000)).rejects.toThrow(ThreadTimeoutError)
})

it('does not count the time in which a task has no processor', async () => {
  expect(await pool.run(tasks.sleepBeyondLimit, 2 * limitMs)).toBe(`slept ${2 * limitMs}`)
})

it('does not count the processor time of earlier tasks', async () => {
  const single = createThreadPool({ entry, size: 1 })
  onTestFinished(() => single.close())
  // More than the limit together, and each so little that a busy machine has the processor for it in time.
  for (let round = 0; round < 12; round += 1) {
    expect(await single.run(tasks.compute, limitMs / 10)).toBeNull()
  }
  // Long enough for its time to be looked at.
  expect(await single.run(tasks.sleepBeyondLimit, 2 * limitMs)).toBe(`slept ${2 * limitMs}`)
})
