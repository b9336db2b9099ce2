import { setTimeout as sleep } from 'node:timers/promises'

type WaitOptions = { what: string; limitMs: number; everyMs?: number }

/** Looks again and again until the look finds something; a look that fails (the database is away) has found nothing. */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  { what, limitMs, everyMs = 20 }: WaitOptions,
): Promise<T> {
  const began = performance.now()
  let reason: unknown
  while (performance.now() - began < limitMs) {
    try {
      const found = await look()
      if (found !== undefined && found !== false) return found
    } catch (error) {
      reason = error
    }
    await sleep(everyMs)
  }
  throw new Error(`${what}: not within ${limitMs / 1000} s`, { cause: reason })
}
