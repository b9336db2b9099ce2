export { eraseHits } from './tracking.queries.ts'
