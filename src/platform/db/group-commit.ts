// Many small writes that come at the same time share one statement and one commit; each waits for it. A write waits for
// nobody while few come: what gathers is what came while the commits before were under way.
import pg from 'pg'
import { isDatabaseAway } from './database-errors.ts'

// Statements follow one another: two at once would each be half as large, and what a statement costs beside its rows
// would be paid twice. But one that waits for a lock must not hold up everybody: after this time the next may begin.
// Statements take a few milliseconds, and nobody holds a lock on a contact for more than a few hundred.
const PATIENCE_MS = 20

// Connections that those who wait may take from the pool at most.
const MOST_IN_FLIGHT = 4

// A statement of a hundred rows takes milliseconds; a larger one would make the first of them wait for the last.
const MOST_TOGETHER = 100

type Options<Item, Result> = {
  /** Writes all of them or none, and returns their results in the same order. */
  commit: (items: Item[]) => Promise<Result[]>
  /** What a statement can write only once. Items of one key are written one after the other, in the order they came. */
  keyOf: (item: Item) => string
}

type Entry<Item, Result> = {
  item: Item
  key: string
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export function createGroupCommit<Item, Result>({
  commit,
  keyOf,
}: Options<Item, Result>): (item: Item) => Promise<Result> {
  /** Keys that are ready or in flight, each with those that wait behind. */
  const behind = new Map<string, Entry<Item, Result>[]>()
  let ready: Entry<Item, Result>[] = []
  let inFlight = 0
  let begunAt = 0
  let isScheduled = false

  const mayBegin = () =>
    inFlight === 0 ||
    (inFlight < MOST_IN_FLIGHT &&
      (ready.length >= MOST_TOGETHER || performance.now() - begunAt >= PATIENCE_MS))

  const schedule = () => {
    if (isScheduled || ready.length === 0 || !mayBegin()) return
    isScheduled = true
    // After the requests that have arrived by now.
    setImmediate(() => {
      isScheduled = false
      void flush()
    })
  }

  const flush = async () => {
    const entries = ready.slice(0, MOST_TOGETHER)
    ready = ready.slice(MOST_TOGETHER)
    inFlight += 1
    begunAt = performance.now()
    const patience = setTimeout(schedule, PATIENCE_MS)
    schedule()
    await commitOrSplit(entries, commit)
    clearTimeout(patience)
    inFlight -= 1
    for (const { key } of entries) release(key)
    schedule()
  }

  const release = (key: string) => {
    const next = behind.get(key)?.shift()
    if (next) ready.push(next)
    else behind.delete(key)
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const entry = { item, key: keyOf(item), resolve, reject }
    const queue = behind.get(entry.key)
    if (queue) queue.push(entry)
    else {
      behind.set(entry.key, [])
      ready.push(entry)
    }
    schedule()
    return promise
  }
}

/** Halves what the database refuses until the refused one is alone: its neighbours are written. Never rejects. */
async function commitOrSplit<Item, Result>(
  entries: readonly Entry<Item, Result>[],
  commit: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const results = await commit(entries.map(({ item }) => item))
    for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result)
  } catch (error) {
    if (entries.length === 1 || !isRefusal(error)) {
      for (const { reject } of entries) reject(error)
      return
    }
    const half = Math.ceil(entries.length / 2)
    await commitOrSplit(entries.slice(0, half), commit)
    await commitOrSplit(entries.slice(half), commit)
  }
}

/** Said by the database about the statement, so nothing was written. After a lost connection nobody knows. */
const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && !isDatabaseAway(error)
