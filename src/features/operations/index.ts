export {
  advanceOperation,
  finishOperation,
  findOperation,
  insertOperation,
  lockOperation,
  MOST_ERRORS,
  toStartedOperation,
  updateOperationTotal,
} from './operations.queries.ts'
export { runOperation } from './operations.service.ts'
export type { OperationRef, OperationRow, RowError } from './operations.queries.ts'
export { insertUploadPiece, readUpload } from './uploads.queries.ts'
