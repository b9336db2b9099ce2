// Many small writes that come at the same time share one statement and one commit; each waits for it. A write waits for
// nobody while few come: what gathers is what came while the commits before were under way.
//
// Callers of different projects share a statement, so nobody may be harmed by it: what one item makes fail hits that
// item alone, what is very large is written apart from the others, and lanes take turns.
import { createFairQueue } from '../../concurrency/fair-queue.ts'
import { splitOnFailure } from './split-on-failure.ts'

// Statements follow one another: two at once would each be half as large, and what a statement costs beside its rows
// would be paid twice. But one that waits for a lock must not hold up everybody: after this time the next may begin.
// Statements take a few milliseconds, and nobody holds a lock on a contact for more than a few hundred.
const PATIENCE_MS = 20

// Connections that those who wait may take from the pool at most.
const MOST_IN_FLIGHT = 4

// A statement of a hundred rows takes milliseconds; a larger one would make the first of them wait for the last.
const MOST_TOGETHER = 100

// A megabyte takes the main thread about 5 ms to write down and PostgreSQL some 20 ms to read. An item that is larger
// goes alone, beside the others: one at a time, because each keeps a core of the database busy for longer than that.
const MOST_BYTES_TOGETHER = 1_000_000

type Options<Item, Result> = {
  /** Writes all of them or none, and returns their results in the same order. */
  commit: (items: Item[]) => Promise<Result[]>
  /** What a statement can write only once. Items of one key are written one after the other, in the order they came. */
  keyOf: (item: Item) => string
  /** Whose item it is, a project for example: when many wait, lanes take turns. */
  laneOf?: (item: Item) => string
  /** About how many bytes are written for it. */
  bytesOf?: (item: Item) => number
}

type Entry<Item, Result> = {
  item: Item
  key: string
  lane: string
  bytes: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export function createGroupCommit<Item, Result>({
  commit,
  keyOf,
  laneOf = () => '',
  bytesOf = () => 0,
}: Options<Item, Result>): (item: Item) => Promise<Result> {
  /** Keys that are ready or in flight, each with those that wait behind. */
  const behind = new Map<string, Entry<Item, Result>[]>()

  const write = async (entries: readonly Entry<Item, Result>[]) => {
    await splitOnFailure(entries, async (those) => {
      const results = await commit(those.map(({ item }) => item))
      for (const [index, { resolve }] of those.entries()) resolve(results[index] as Result)
    })
    for (const { key } of entries) release(key)
  }
  const small = createLine(write, { mostTogether: MOST_TOGETHER, mostInFlight: MOST_IN_FLIGHT })
  const large = createLine(write, { mostTogether: 1, mostInFlight: 1 })
  const admit = (entry: Entry<Item, Result>) => (entry.bytes > MOST_BYTES_TOGETHER ? large : small).add(entry)

  const release = (key: string) => {
    const next = behind.get(key)?.shift()
    if (next) admit(next)
    else behind.delete(key)
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const entry = { item, key: keyOf(item), lane: laneOf(item), bytes: bytesOf(item), resolve, reject }
    const queue = behind.get(entry.key)
    if (queue) queue.push(entry)
    else {
      behind.set(entry.key, [])
      admit(entry)
    }
    return promise
  }
}

type Limits = { mostTogether: number; mostInFlight: number }
type Waiting = { lane: string; bytes: number }

/** Gathers what waits, and hands it on group by group. `write` never rejects. */
function createLine<One extends Waiting>(
  write: (entries: readonly One[]) => Promise<void>,
  { mostTogether, mostInFlight }: Limits,
): { add(entry: One): void } {
  const ready = createFairQueue<One>()
  /** Did not fit into the last group, so it is the first of the next. */
  let held: One | undefined
  let inFlight = 0
  /** The statement that began last has had its time. By its timer and not by the clock: timers fire up to a millisecond early. */
  let isOverdue = false
  let patience: NodeJS.Timeout | undefined
  let isScheduled = false

  const isWaiting = () => held !== undefined || ready.size > 0
  const mayBegin = () =>
    inFlight === 0 || (inFlight < mostInFlight && (ready.size >= mostTogether || isOverdue))

  const schedule = () => {
    if (isScheduled || !isWaiting() || !mayBegin()) return
    isScheduled = true
    // After the requests that have arrived by now.
    setImmediate(() => {
      isScheduled = false
      void flush()
    })
  }

  const take = (): One[] => {
    const entries: One[] = []
    let bytes = 0
    while (entries.length < mostTogether) {
      const next = held ?? ready.next()
      held = undefined
      if (!next) break
      bytes += next.bytes
      if (entries.length > 0 && bytes > MOST_BYTES_TOGETHER) {
        held = next
        break
      }
      entries.push(next)
    }
    return entries
  }

  const flush = async () => {
    const entries = take()
    inFlight += 1
    isOverdue = false
    clearTimeout(patience)
    patience = setTimeout(() => {
      isOverdue = true
      schedule()
    }, PATIENCE_MS)
    schedule()
    await write(entries)
    inFlight -= 1
    if (inFlight === 0) clearTimeout(patience)
    schedule()
  }

  return {
    add(entry) {
      ready.add(entry.lane, entry)
      schedule()
    },
  }
}
