import { setTimeout as sleep } from 'node:timers/promises'

type WaitOptions = { what: string; limitMs: number; everyMs?: number }

/** Polls until `look` finds something; a failed look (the database is away) counts as finding nothing. */
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
