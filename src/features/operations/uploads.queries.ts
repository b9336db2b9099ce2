// The uploaded file of an operation, stored in pieces, because any node may run it. A piece may be in the object store.
import type { Db, Trx } from '../../platform/db/client.ts'
import type { OperationRef } from './operations.queries.ts'

/** `objectKey`: the bytes have been written to the object store. */
export type UploadPiece = { sequence: number; bytes: Buffer; objectKey: string | undefined }

export async function insertUploadPiece(
  trx: Trx,
  { projectId, operationId, sequence, bytes, objectKey }: OperationRef & UploadPiece,
): Promise<void> {
  const where = objectKey === undefined ? { bytes } : { bytes: null, object_key: objectKey }
  await trx
    .insertInto('operation_uploads')
    .values({ project_id: projectId, operation_id: operationId, sequence, ...where })
    .execute()
}

/** Undefined after the last one. */
export async function findUploadPiece(
  db: Db,
  { projectId, operationId, sequence }: OperationRef & { sequence: number },
): Promise<{ bytes: Buffer | null; object_key: string | null } | undefined> {
  return db
    .selectFrom('operation_uploads')
    .select(['bytes', 'object_key'])
    .where('project_id', '=', projectId)
    .where('operation_id', '=', operationId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
}
