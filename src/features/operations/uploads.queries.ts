// The uploaded file of an operation, stored in pieces, because any node may run it.
import type { Db, Trx } from '../../platform/db/client.ts'
import type { OperationRef } from './operations.queries.ts'

export async function insertUploadPiece(
  trx: Trx,
  { projectId, operationId, sequence, bytes }: OperationRef & { sequence: number; bytes: Buffer },
): Promise<void> {
  await trx
    .insertInto('operation_uploads')
    .values({ project_id: projectId, operation_id: operationId, sequence, bytes })
    .execute()
}

/** The uploaded bytes, one piece in memory at a time. */
export async function* readUpload(db: Db, { projectId, operationId }: OperationRef): AsyncGenerator<Buffer> {
  for (let sequence = 0; ; sequence += 1) {
    const piece = await db
      .selectFrom('operation_uploads')
      .select('bytes')
      .where('project_id', '=', projectId)
      .where('operation_id', '=', operationId)
      .where('sequence', '=', sequence)
      .executeTakeFirst()
    if (!piece) return
    yield piece.bytes
  }
}
