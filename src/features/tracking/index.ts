export { deleteHits } from './delete-hits.queries.ts'
export { recordHit } from './record-hit.queries.ts'
export { eraseHits } from './tracking.queries.ts'
export { createFindLinkTargets } from './tracking.service.ts'
