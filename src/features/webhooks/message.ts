// What a request to an endpoint says.

/** Without those that are new with each attempt, and without the id. */
export const requestHeaders: Record<string, string> = { 'content-type': 'application/json' }

// Receivers limit bodies; a megabyte passes most of them. A single event that is larger goes alone.
const LARGEST_BATCH_BYTES = 1_000_000

/** Batches of at most so many, in the order in which they are given. All but the last are full. */
export function cutBatches<One extends { body: string }>(waiting: readonly One[], max: number): One[][] {
  const batches: One[][] = []
  let bytes = Infinity
  for (const one of waiting) {
    const size = Buffer.byteLength(one.body)
    const last = batches.at(-1)
    if (!last || last.length >= max || bytes + size > LARGEST_BATCH_BYTES) {
      batches.push([one])
      bytes = size
    } else {
      last.push(one)
      bytes += size
    }
  }
  return batches
}

type Told = { event_id: string; body: string }

/**
 * One event as it is stored, or an array of several. In an array each has its id, because the header has that of the whole.
 */
export function messageBody({
  deliveries,
  isBatch,
}: {
  deliveries: readonly Told[]
  isBatch: boolean
}): string {
  if (!isBatch) return deliveries[0]?.body ?? ''
  // Every stored body is an object, so its id is put behind the opening brace.
  return `[${deliveries.map(({ event_id: id, body }) => `{"id":"${id}",${body.slice(1)}`).join(',')}]`
}
