import { isDatabaseUnavailable, isOutOfMemory, isTimeOut } from '../failures/database-errors.ts'

type Rejectable = { reject: (error: unknown) => void }
type Run<Entry> = (entries: readonly Entry[]) => Promise<void>

// How many entries run alone at a time. Up to three entries that wait for a lock delay no other; with four the database
// itself is slow, and trying a hundred would take minutes.
const LANES = 4

/**
 * Runs one statement for many entries. If it fails because of one of them, halves are run until that one is alone, and the
 * others succeed. Never rejects; failed entries are told by `reject`. All entries fail only while the database is
 * unavailable: after a lost connection it is unknown whether the statement was executed, and a full disk is full for the
 * halves too. Any other error means that it was not executed: the database refused it, or it was never sent because it
 * could not be serialized. If a bug of ours throws later than that, the rows have ids of their own, so writing them again
 * is refused and not doubled. A statement that timed out is not halved, because each half could take the whole time again:
 * one entry that waits for a lock would delay all for seven rounds. Each entry is run alone, several at a time.
 */
export async function splitOnFailure<Entry extends Rejectable>(
  entries: readonly Entry[],
  run: Run<Entry>,
): Promise<void> {
  try {
    await run(entries)
  } catch (error) {
    if (entries.length > 1 && isTimeOut(error)) return runAlone(entries, run)
    if (entries.length <= 1 || (isDatabaseUnavailable(error) && !isOutOfMemory(error))) {
      for (const { reject } of entries) reject(error)
      return
    }
    const half = Math.ceil(entries.length / 2)
    await splitOnFailure(entries.slice(0, half), run)
    await splitOnFailure(entries.slice(half), run)
  }
}

async function runAlone<Entry extends Rejectable>(entries: readonly Entry[], run: Run<Entry>): Promise<void> {
  const waiting = [...entries]
  let reason: unknown
  // Ends at the first entry that times out: the other lanes continue, and the last one fails the rest.
  const lane = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      try {
        await run([entry])
      } catch (error) {
        entry.reject(error)
        reason = error
        if (isDatabaseUnavailable(error)) return
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  for (const { reject } of waiting) reject(reason)
}
