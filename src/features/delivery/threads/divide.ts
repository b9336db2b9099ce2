/** Shares of a number that differ by at most one. */
export const divide = (count: number, shares: number): number[] =>
  Array.from({ length: shares }, (_, index) => Math.ceil((count - index) / shares))
