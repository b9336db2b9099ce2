// Tracks whether the server answers. While it does not, /health is polled; then everything on screen is fetched again.
import { observable } from './observable.ts'

// Short enough that the page is back soon after the server; /health does not need the database.
const RETRY_MS = 2_000

export const isOffline = observable(false)

async function pollHealth(): Promise<void> {
  try {
    const response = await fetch('/health', { cache: 'no-store' })
    if (response.ok) return connection.answered()
  } catch {
    // Still offline.
  }
  setTimeout(() => void pollHealth(), RETRY_MS)
}

export const connection = {
  answered: () => isOffline.set(false),
  failed() {
    if (isOffline.get()) return
    isOffline.set(true)
    setTimeout(() => void pollHealth(), RETRY_MS)
  },
}
