export type Random = {
  /** 0 to below 1. */
  next(): number
  pick<T>(from: readonly T[]): T
  shuffle<T>(given: readonly T[]): T[]
}

/** A seed always gives the same numbers (mulberry32), so that a run can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    shuffle: (given) =>
      given
        .map((value) => ({ value, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ value }) => value),
  }
}
