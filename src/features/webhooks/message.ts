// What a request to an endpoint says.

/** Without those that are new with each attempt, and without the id. */
export const requestHeaders: Record<string, string> = { 'content-type': 'application/json' }

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
