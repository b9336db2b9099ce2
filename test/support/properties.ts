import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether properties are tried as often as they ask for, and where their random values begin. */
    properties: { isLong: boolean; seed: number }
  }
}

/** How often `npm test` tries a property at most: by count and not by time, so that a busy machine tries as much as a quiet one. */
const SHORT_RUNS = 50

export type PropertyRuns = { numRuns: number; seed: number }

/**
 * How often fast-check tries a property: in `npm test` a few times with the same values each time, in `npm run test:long` as
 * often as is said here and with other values each time. A failure prints the seed.
 */
export function propertyRuns(numRuns: number): PropertyRuns {
  const { isLong, seed } = inject('properties')
  return { numRuns: isLong ? numRuns : Math.min(numRuns, SHORT_RUNS), seed }
}
