// The one place that tries again what PostgreSQL has ended so that others could go on. The lock order of
// ARCHITECTURE.md keeps deadlocks from happening; this is for the one that slips through, so that no caller meets it.
//
// What is tried again must be whole: a statement outside a transaction (retrying-dialect.ts, prepared.ts), a
// transaction from its beginning (client.ts, copy.ts), a request with an Idempotency-Key from its savepoint
// (platform/http/idempotency/idempotency.ts). A statement inside a transaction is never tried again by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock } from './database-errors.ts'

// PostgreSQL notices a deadlock after a second (deadlock_timeout), so the last try ends within five seconds or so: a
// caller has not given up by then. Of two in each other's way one goes on at once, so the second try nearly always works.
const TRIES = 5

// Some milliseconds, never the same for two: whoever meets again at the same moment would lock each other out again.
const LONGEST_PAUSE_MS = 50

type Again = {
  /** Told of each deadlock, also of the last. */
  onDeadlock?: (error: unknown) => void
  /** Undoes what the try has left, where the database has not done so already. */
  undo?: () => Promise<unknown>
}

/** Runs the work, and again while it ends in a deadlock; the last one is thrown. */
export async function retryDeadlocks<T>(
  work: () => Promise<T>,
  { onDeadlock, undo }: Again = {},
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
