// Calls for many things, where the API takes one at a time: a few at once, with progress, and one refusal does not end the rest.

// Enough that a slow answer holds nothing up; few enough that other tabs of the browser get their turn.
const AT_ONCE = 4

export type Outcome<T> = { item: string; value: T } | { item: string; error: unknown }

type EachOptions = { signal: AbortSignal; onProgress: (done: number) => void }

/** Outcomes in the order of the items; what was not begun when it was stopped is left out. */
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
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes.filter((outcome) => outcome !== undefined)
}
