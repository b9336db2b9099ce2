import { vi } from 'vitest'

/** Against waiting for ever. Less than a test may take (vitest.config.ts), so that the last failure is the one reported. */
export const WAIT_LIMIT_MS = 110_000

/** Repeats the check until it passes; fails with its last error when that takes too long. */
export async function eventually<T>(check: () => T | Promise<T>, intervalMs = 20): Promise<T> {
  return vi.waitFor(check, { timeout: WAIT_LIMIT_MS, interval: intervalMs })
}
