import { isDatabaseAway, mayBeOneItem } from './database-errors.ts'

type Waiting = { reject: (error: unknown) => void }

/**
 * Runs one statement for many. If it fails because of one of them, halves are run until that one is alone: the others
 * get what they asked for. Never rejects; who fails is told by `reject`.
 *
 * A failure is everybody's only while the database is away: after a lost connection nobody knows whether the statement
 * was carried out, and a full disk is full for the halves too. Anything else means that it was not: the database refused it, or it was never sent because it could
 * not be written down (too long, not serialisable). Should a bug of ours be thrown later than that, the rows have ids
 * of their own, so that writing them again is refused and not doubled.
 */
export async function splitOnFailure<Entry extends Waiting>(
  entries: readonly Entry[],
  run: (entries: readonly Entry[]) => Promise<void>,
): Promise<void> {
  try {
    await run(entries)
  } catch (error) {
    if (entries.length <= 1 || (isDatabaseAway(error) && !mayBeOneItem(error))) {
      for (const { reject } of entries) reject(error)
      return
    }
    const half = Math.ceil(entries.length / 2)
    await splitOnFailure(entries.slice(0, half), run)
    await splitOnFailure(entries.slice(half), run)
  }
}
