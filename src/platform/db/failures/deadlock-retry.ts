// The one place that retries transactions PostgreSQL ended as a deadlock or serialization failure. The lock order of
// ARCHITECTURE.md prevents deadlocks; this is for the rare one that still happens, so that no caller sees it.
//
// A retry must be complete: a statement outside a transaction (retrying-dialect.ts, prepared.ts), a transaction from its
// beginning (client.ts, copy.ts), a request with an Idempotency-Key from its savepoint
// (platform/http/idempotency/idempotency.ts). A statement inside a transaction is never retried by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock } from './database-errors.ts'

// PostgreSQL detects a deadlock after a second (deadlock_timeout), so the last attempt ends within about five seconds,
// before a client gives up. One of the two transactions continues at once, so the second attempt nearly always succeeds.
const TRIES = 5

// A few milliseconds, random: two that retry at the same moment could deadlock again.
const LONGEST_PAUSE_MS = 50

type RetryHooks = {
  /** Called for each deadlock, also the last. */
  onDeadlock?: (error: unknown) => void
  /** Undoes the effects of the attempt, where the database has not done so already. */
  undo?: () => Promise<unknown>
}

/** Runs the work, and again after a deadlock; throws the last one. */
export async function retryDeadlocks<T>(
  work: () => Promise<T>,
  { onDeadlock, undo }: RetryHooks = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isDeadlock(error)) throw error
      onDeadlock?.(error)
      if (attempt === TRIES) throw error
    }
    await undo?.()
    await sleep(Math.random() * LONGEST_PAUSE_MS)
  }
}
