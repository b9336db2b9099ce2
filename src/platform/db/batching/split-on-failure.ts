import { isDatabaseAway, isOutOfMemory, isTimeOut } from '../failures/database-errors.ts'

type Waiting = { reject: (error: unknown) => void }
type Run<Entry> = (entries: readonly Entry[]) => Promise<void>

// So many are tried alone at a time. Up to three entries that wait for a lock hold nobody else up; with four it is the
// database that is slow, and trying all of a hundred would take minutes.
const LANES = 4

/**
 * Runs one statement for many. If it fails because of one of them, halves are run until that one is alone: the others
 * get what they asked for. Never rejects; who fails is told by `reject`.
 *
 * A failure is everybody's only while the database is away: after a lost connection nobody knows whether the statement
 * was carried out, and a full disk is full for the halves too. Anything else means that it was not: the database refused
 * it, or it was never sent because it could not be written down (too long, not serialisable). Should a bug of ours be
 * thrown later than that, the rows have ids of their own, so that writing them again is refused and not doubled.
 *
 * A statement that ran out of time is not halved, because each half could take the whole time again: one entry that
 * waits for a lock would let all wait for seven rounds. Each is run alone, several at a time.
 */
export async function splitOnFailure<Entry extends Waiting>(
  entries: readonly Entry[],
  run: Run<Entry>,
): Promise<void> {
  try {
    await run(entries)
  } catch (error) {
    if (entries.length > 1 && isTimeOut(error)) return runAlone(entries, run)
    if (entries.length <= 1 || (isDatabaseAway(error) && !isOutOfMemory(error))) {
      for (const { reject } of entries) reject(error)
      return
    }
    const half = Math.ceil(entries.length / 2)
    await splitOnFailure(entries.slice(0, half), run)
    await splitOnFailure(entries.slice(half), run)
  }
}

async function runAlone<Entry extends Waiting>(entries: readonly Entry[], run: Run<Entry>): Promise<void> {
  const waiting = [...entries]
  let reason: unknown
  // Ends when it has met one that waits: the other lanes go on, and the last one takes the rest with it.
  const lane = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      try {
        await run([entry])
      } catch (error) {
        entry.reject(error)
        reason = error
        if (isDatabaseAway(error)) return
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  for (const { reject } of waiting) reject(reason)
}
