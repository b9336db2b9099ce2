export { startCsv } from './csv-start.service.ts'
export { finishBatch, lockBatch, runCsv } from './csv-run.service.ts'
export type { RowBatch } from './csv-run.service.ts'
export {
  advanceOperation,
  findOperation,
  finishOperation,
  insertOperation,
  lockOperation,
  toStartedOperation,
} from './operations.queries.ts'
export { runOperation } from './operations.service.ts'
export type { OperationRef, OperationRow, RowError } from './operations.queries.ts'
export { movableUploads, PIECE_BYTES, uploadFile } from './uploads.service.ts'
export type { CsvFile } from './uploads.service.ts'
