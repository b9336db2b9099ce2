export { deleteUses, listUsers, replaceUses } from './uses.queries.ts'
export type { NamedUser, Used, User } from './uses.queries.ts'
export { requireUnused } from './uses.service.ts'
