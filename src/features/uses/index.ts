export {
  countUsingRecords,
  deleteUses,
  insertUsesOfCouponList,
  listUsingRecords,
  replaceUses,
} from './uses.queries.ts'
export type { NamedUsingRecord, UsedRecord, UsingRecord } from './uses.queries.ts'
export { requireUnused } from './uses.service.ts'
