// Small concurrent writes share one statement and one commit, and each waits for it. With few writes there is no delay: a
// batch is what arrived during the commits before it. Items that nobody waits for may gather, so that a statement has
// many of them.
//
// Projects share a statement, so it must harm none of them: an item that fails fails alone, a very large item is written
// separately, and lanes take turns.
import { createFairQueue } from '../../concurrency/fair-queue.ts'
import { splitOnFailure } from './split-on-failure.ts'

// Statements run one after another: two at once would each be half as large, and the fixed cost of a statement would be
// paid twice. But a statement that waits for a lock must not delay the others: after this time the next one starts.
// Statements take a few milliseconds, and a lock on a contact is held for a few hundred at most.
const START_NEXT_AFTER_MS = 20

// Connections of the pool in use at most.
const MOST_IN_FLIGHT = 4

// A statement of a hundred rows takes milliseconds; in a larger one the first row would wait for the last.
const MOST_TOGETHER = 100

// A megabyte takes the main thread about 5 ms to serialize and PostgreSQL some 20 ms to read. A larger item is written
// separately, one at a time, because each keeps a core of the database busy for longer than that.
const MOST_BYTES_TOGETHER = 1_000_000

// Items that may wait are written after this time at the latest, however few they are.
const GATHER_MS = 50

type Options<Item, Result> = {
  /** Writes all of them or none, and returns the results in the same order. */
  commit: (items: Item[]) => Promise<Result[]>
  /** A key occurs once per statement. Items of one key are written one after another, in the order of arrival. */
  keyOf: (item: Item) => string
  /** The owner of an item, a project for example: lanes take turns. */
  laneOf?: (item: Item) => string
  /** Approximate bytes to write for it. */
  bytesOf?: (item: Item) => number
  /** Whether an item may wait for others: a statement begins when `gathered` of them are there, or one that may not wait. */
  mayWait?: (item: Item) => boolean
  /** At most MOST_TOGETHER. */
  gathered?: number
}

type Entry<Item, Result> = {
  item: Item
  mayWait: boolean
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
  mayWait = () => false,
  gathered = 1,
}: Options<Item, Result>): (item: Item) => Promise<Result> {
  /** Keys that are ready or in flight, each with the items that wait for it. */
  const waitingByKey = new Map<string, Entry<Item, Result>[]>()

  const write = async (entries: readonly Entry<Item, Result>[]) => {
    await splitOnFailure(entries, async (those) => {
      const results = await commit(those.map(({ item }) => item))
      for (const [index, { resolve }] of those.entries()) resolve(results[index] as Result)
    })
    for (const { key } of entries) release(key)
  }
  const small = createBatchQueue(write, {
    mostTogether: MOST_TOGETHER,
    mostInFlight: MOST_IN_FLIGHT,
    gathered,
  })
  const large = createBatchQueue(write, { mostTogether: 1, mostInFlight: 1, gathered: 1 })
  const admit = (entry: Entry<Item, Result>) => (entry.bytes > MOST_BYTES_TOGETHER ? large : small).add(entry)

  const release = (key: string) => {
    const next = waitingByKey.get(key)?.shift()
    if (next) admit(next)
    else waitingByKey.delete(key)
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const entry = {
      item,
      key: keyOf(item),
      lane: laneOf(item),
      bytes: bytesOf(item),
      mayWait: mayWait(item),
      resolve,
      reject,
    }
    const queue = waitingByKey.get(entry.key)
    if (queue) queue.push(entry)
    else {
      waitingByKey.set(entry.key, [])
      admit(entry)
    }
    return promise
  }
}

type BatchSizes = { mostTogether: number; mostInFlight: number; gathered: number }

/** Collects entries and writes them batch by batch. `write` never rejects. */
function createBatchQueue<One extends { lane: string; bytes: number; mayWait: boolean }>(
  write: (entries: readonly One[]) => Promise<void>,
  { mostTogether, mostInFlight, gathered }: BatchSizes,
): { add(entry: One): void } {
  const ready = createReady<One>(mostTogether)
  const gathering = createGathering(gathered, () => schedule())
  let inFlight = 0
  /**
   * The newest statement has run for START_NEXT_AFTER_MS. Set by its timer and not by the clock: timers fire up to a
   * millisecond early.
   */
  let isOverdue = false
  let patience: NodeJS.Timeout | undefined
  let isScheduled = false

  const canStart = () =>
    gathering.isOver &&
    (inFlight === 0 || (inFlight < mostInFlight && (ready.size >= mostTogether || isOverdue)))

  const schedule = () => {
    if (isScheduled || !ready.isWaiting || !canStart()) return
    isScheduled = true
    // After the requests that have arrived by now.
    setImmediate(() => {
      isScheduled = false
      void flush()
    })
  }

  const flush = async () => {
    const entries = ready.take()
    gathering.taken(entries)
    inFlight += 1
    isOverdue = false
    clearTimeout(patience)
    patience = setTimeout(() => {
      isOverdue = true
      schedule()
    }, START_NEXT_AFTER_MS)
    schedule()
    await write(entries)
    inFlight -= 1
    if (inFlight === 0) clearTimeout(patience)
    schedule()
  }

  return {
    add(entry) {
      ready.add(entry)
      gathering.added(entry)
      schedule()
    },
  }
}

/** The entries that wait: lanes take turns, and a batch is of bearable size. */
function createReady<One extends { lane: string; bytes: number }>(mostTogether: number) {
  const queue = createFairQueue<One>()
  /** Did not fit into the last batch, so it is the first of the next. */
  let leftOver: One | undefined
  return {
    get isWaiting() {
      return leftOver !== undefined || queue.size > 0
    },
    get size() {
      return queue.size
    },
    add: (entry: One) => queue.add(entry.lane, entry),
    take(): One[] {
      const entries: One[] = []
      let bytes = 0
      while (entries.length < mostTogether) {
        const next = leftOver ?? queue.next()
        leftOver = undefined
        if (!next) break
        bytes += next.bytes
        if (entries.length > 0 && bytes > MOST_BYTES_TOGETHER) {
          leftOver = next
          break
        }
        entries.push(next)
      }
      return entries
    },
  }
}

/** Whether to write what waits: enough is there, something may not wait, or it has waited for long enough. */
function createGathering(enough: number, onTime: () => void) {
  let waiting = 0
  let urgent = 0
  let isTime = false
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    timer ??= setTimeout(() => {
      isTime = true
      onTime()
    }, GATHER_MS)
  }
  return {
    get isOver() {
      return urgent > 0 || waiting >= enough || isTime
    },
    added({ mayWait }: { mayWait: boolean }): void {
      waiting += 1
      if (mayWait) start()
      else urgent += 1
    },
    taken(entries: readonly { mayWait: boolean }[]): void {
      waiting -= entries.length
      urgent -= entries.filter(({ mayWait }) => !mayWait).length
      clearTimeout(timer)
      timer = undefined
      isTime = false
      if (waiting > urgent) start()
    },
  }
}
