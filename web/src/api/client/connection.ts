// Whether the server answers. While it does not, it is asked again until it does; then everything on screen is fetched anew.
import { observable } from './observable.ts'

// Often enough that nobody waits for the page after the server is back; the server answers without its database.
const RETRY_MS = 2_000

export const isOffline = observable(false)

async function tryAgain(): Promise<void> {
  try {
    const response = await fetch('/health', { cache: 'no-store' })
    if (response.ok) return connection.answered()
  } catch {
    // Still away.
  }
  setTimeout(() => void tryAgain(), RETRY_MS)
}

export const connection = {
  answered: () => isOffline.set(false),
  failed() {
    if (isOffline.get()) return
    isOffline.set(true)
    setTimeout(() => void tryAgain(), RETRY_MS)
  },
}
