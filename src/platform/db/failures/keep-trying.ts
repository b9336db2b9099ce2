import { setTimeout as sleep } from 'node:timers/promises'
import { isRefused } from './database-errors.ts'

// A database that is away is asked twice a second: it is back for half a second at most before anybody notices.
const PAUSE_MS = 500

/**
 * Runs the work again and again while the database cannot carry it out now, for as long as that takes.
 * @throws what the database refuses: trying that again would never end
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
