import { vi } from 'vitest'

/** Looks again and again until the check passes; fails as it did last when half a minute was not enough. */
export async function eventually<T>(check: () => T | Promise<T>, intervalMs = 20): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: intervalMs })
}
