export { HIT_TABLES } from './tracking.months.ts'
export { eraseHits } from './tracking.queries.ts'
