import { setTimeout as sleep } from 'node:timers/promises'
import { isRefused } from './database-errors.ts'

// Retries twice a second, so a database is unnoticed for half a second at most after it is back.
const PAUSE_MS = 500

/**
 * Retries the work while the database is unavailable, for as long as that takes.
 * @throws what the database refuses, since a retry would never succeed
 */
export async function keepTrying<T>(work: () => Promise<T>, onFailure: (error: unknown) => void): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (isRefused(error)) throw error
      onFailure(error)
      await sleep(PAUSE_MS)
    }
  }
}
