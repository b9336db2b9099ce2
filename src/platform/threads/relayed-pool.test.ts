// The pool of one thread, used by another through messages; here both run in one thread, and messages are cloned.
import { afterEach, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import * as tasks from './fixtures/tasks.ts'
import { answerTask, createRelayedPool } from './relayed-pool.ts'
import type { RelayedPool } from './relayed-pool.ts'
import { ThreadMemoryError, ThreadTimeoutError } from './thread-errors.ts'
import { createThreadPool } from './thread-pool.ts'

const pool = createThreadPool({ entry: new URL('fixtures/entry.ts', import.meta.url), size: 2 })
const relayed: RelayedPool = createRelayedPool((request) => {
  void answerTask(pool, structuredClone(request)).then((answer) => relayed.settle(structuredClone(answer)))
})

afterEach(() => pool.close())

it('brings tasks there and what becomes of them back', async () => {
  expect(await Promise.all([1, 2, 3].map((input) => relayed.run(tasks.double, input)))).toEqual([2, 4, 6])
  const refusal = await relayed.run(tasks.refuse, 'too long').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ field: 'body' }] })
  // Callers detect a template that takes too much by the class of the error.
  await expect(relayed.run(tasks.loopForEver, null)).rejects.toThrow(ThreadTimeoutError)
  await expect(relayed.run(tasks.eatMemory, null)).rejects.toThrow(ThreadMemoryError)
  await expect(relayed.run(tasks.fail, 'broken')).rejects.toMatchObject({
    name: 'TypeError',
    message: 'broken',
  })
  await expect(relayed.run(tasks.double, (() => 1) as never)).rejects.toThrow('could not be cloned')
})

it('refuses what waits when it is closed', async () => {
  const silent = createRelayedPool(() => undefined)
  const waiting = silent.run(tasks.double, 1)
  await silent.close()
  await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})
