export { HIT_TABLES } from './tracking.months.ts'
