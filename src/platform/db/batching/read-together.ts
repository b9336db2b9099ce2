// Concurrent lookups by key share one statement. Nothing is cached: a lookup only joins a statement that has not been sent
// yet, so it sees everything committed before it. A lookup that the database refuses fails alone.
import { splitOnFailure } from './split-on-failure.ts'

// While one statement is in flight the next one collects keys; with two, a slow one does not block the others.
const MOST_IN_FLIGHT = 2

// Enough at peak load, few enough for the planner.
const MOST_TOGETHER = 200

type PendingLookup<Value> = { resolve: (value: Value | undefined) => void; reject: (error: unknown) => void }

/** `read` returns the values of the keys that exist. */
export function createReadTogether<Value>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting = new Map<string, PendingLookup<Value>[]>()
  let inFlight = 0
  let isScheduled = false

  const schedule = () => {
    if (isScheduled || waiting.size === 0 || inFlight >= MOST_IN_FLIGHT) return
    isScheduled = true
    // After the requests that have arrived by now.
    setImmediate(() => {
      isScheduled = false
      void flush()
    })
  }

  const flush = async () => {
    const entries = [...waiting].map(([key, those]) => ({
      key,
      resolve: (value: Value | undefined) => those.forEach((one) => one.resolve(value)),
      reject: (error: unknown) => those.forEach((one) => one.reject(error)),
    }))
    waiting = new Map([...waiting].slice(MOST_TOGETHER))
    inFlight += 1
    schedule()
    await splitOnFailure(entries.slice(0, MOST_TOGETHER), async (some) => {
      const found = await read(some.map(({ key }) => key))
      for (const { key, resolve } of some) resolve(found.get(key))
    })
    inFlight -= 1
    schedule()
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>()
    const those = waiting.get(key)
    if (those) those.push({ resolve, reject })
    else waiting.set(key, [{ resolve, reject }])
    schedule()
    return promise
  }
}
