export { deleteUses, replaceUses } from './uses.queries.ts'
export type { Used, User } from './uses.queries.ts'
export { requireUnused } from './uses.service.ts'
