import { afterAll, expect, it } from 'vitest'
import * as tasks from './fixtures/tasks.ts'
import { ThreadTimeoutError } from './thread-errors.ts'
import { createThreadPool } from './thread-pool.ts'

const pool = createThreadPool({ entry: new URL('fixtures/entry.ts', import.meta.url), size: 2 })
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
  const lane = 'one thread at a time'
  for (let round = 0; round < 4; round += 1) {
    expect(await pool.run(tasks.compute, limitMs / 2, { lane })).toBeNull()
  }
})
