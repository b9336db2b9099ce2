/** Collects our own garbage (npm run bench passes --expose-gc), so that it is not done while the clock runs. */
export const tidyUp = (): void => globalThis.gc?.()

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The value below which the given share of the values lies (nearest rank: always one that was measured). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

type Load = { callers: number; calls: number }

/** Calls per second, when so many callers each make one call after the other until all calls are made. */
export async function callRate(
  { callers, calls }: Load,
  call: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const caller = async () => {
    while (next < calls) await call(next++)
  }
  tidyUp()
  const ms = await timed(() => Promise.all(Array.from({ length: callers }, caller)))
  return (calls / ms) * 1000
}
