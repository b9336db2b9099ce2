// Runs one call per item, a few at once, with progress. A call that fails does not stop the others.

// A browser opens six connections per host, and other tabs need some of them.
const CONCURRENCY = 4

export type Outcome<T> = { item: string; value: T } | { item: string; error: unknown }

type EachOptions = { signal: AbortSignal; onProgress: (done: number) => void }

/** Outcomes in the order of the items, without those not started before the signal aborted. */
export async function forEach<T>(
  items: readonly string[],
  act: (item: string) => Promise<T>,
  { signal, onProgress }: EachOptions,
): Promise<Outcome<T>[]> {
  const outcomes: (Outcome<T> | undefined)[] = Array.from({ length: items.length })
  let next = 0
  let done = 0
  const work = async () => {
    while (!signal.aborted) {
      const index = next++
      const item = items[index]
      if (item === undefined) return
      outcomes[index] = await act(item).then(
        (value) => ({ item, value }),
        (error: unknown) => ({ item, error }),
      )
      onProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return outcomes.filter((outcome) => outcome !== undefined)
}
