export { insertEvents, recordEvent } from './events.queries.ts'
export type { SystemEventName } from './events.queries.ts'
export { makeEventPartitions } from './events.service.ts'
