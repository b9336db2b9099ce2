import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether properties are tried as often as they ask for, and where their random values begin. */
    properties: { isLong: boolean; seed: number }
  }
}

/** The time limit of one property in `npm test`. Most end before; the others run in full in `npm run test:long`. */
const SHARE_MS = 250

export type PropertyRuns = {
  numRuns: number
  seed: number
  interruptAfterTimeLimit?: number
  markInterruptAsFailure?: boolean
}

/**
 * How often fast-check tries a property: in `npm test` with the same values each time and for a quarter of a second at most, in
 * `npm run test:long` as often as is said here and with other values each time. A failure prints the seed.
 */
export function propertyRuns(numRuns: number): PropertyRuns {
  const { isLong, seed } = inject('properties')
  if (isLong) return { numRuns, seed }
  return { numRuns, seed, interruptAfterTimeLimit: SHARE_MS, markInterruptAsFailure: false }
}
