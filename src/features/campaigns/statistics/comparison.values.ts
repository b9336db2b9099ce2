/** A campaign is compared with so many that were sent before it. */
export const MOST_COMPARED = 10

/** A median of two says nothing. */
export const LEAST_COMPARED = 3
