// The content of a request to an endpoint.

/** Headers that are the same for every message and attempt. */
export const requestHeaders: Record<string, string> = { 'content-type': 'application/json' }

// Most receivers accept bodies of a megabyte. A single event that is larger is sent alone.
const LARGEST_BATCH_BYTES = 1_000_000

/** Splits into batches of at most `max`, in the given order. All but the last are full. */
export function splitIntoBatches<One extends { body: string }>(
  waiting: readonly One[],
  max: number,
): One[][] {
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

/** One event as it is stored, or an array in which each event has its id, because the header holds that of the batch. */
export function messageBody(input: {
  deliveries: readonly { event_id: string; body: string }[]
  isBatch: boolean
}): string {
  const { deliveries, isBatch } = input
  if (!isBatch) return deliveries[0]?.body ?? ''
  // Every stored body is an object, so the id goes behind the opening brace.
  return `[${deliveries.map(({ event_id: id, body }) => `{"id":"${id}",${body.slice(1)}`).join(',')}]`
}
