// The uploaded file of an operation: written to the object store, if there is one, before the transaction of the operation begins.
import type { Db } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { bytesColumn } from '../../platform/objects/movable-bytes.ts'
import type { MovableBytes } from '../../platform/objects/movable-bytes.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import type { OperationRef } from './operations.queries.ts'
import { findUploadPiece } from './uploads.queries.ts'

/** Large enough to make the overhead of a statement negligible, small enough to hold a few in memory. */
export const PIECE_BYTES = 1_048_576

/** An open file of known size; read by position. */
export type CsvFile = { size: number; read(position: number, length: number): Promise<Buffer> }

/** The keys of the pieces in their order; undefined for those that go into the database. Call it before a transaction. */
export async function uploadFile({
  objects,
  projectId,
  file,
}: {
  objects: ObjectStore
  projectId: ProjectId
  file: CsvFile
}): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = []
  if (!objects.isWritten) return keys
  for (let position = 0; position < file.size; position += PIECE_BYTES) {
    const bytes = await file.read(position, PIECE_BYTES)
    keys.push(await objects.tryPut({ projectId, kind: 'imports', bytes }))
  }
  return keys
}

type UploadParts = { db: Db; objects: ObjectStore }

/** The uploaded bytes, one piece in memory at a time. @throws ObjectStoreError */
export async function* readUpload(
  { db, objects }: UploadParts,
  { projectId, operationId }: OperationRef,
): AsyncGenerator<Buffer> {
  for (let sequence = 0; ; sequence += 1) {
    const piece = await findUploadPiece(db, { projectId, operationId, sequence })
    if (!piece) return
    yield piece.bytes ?? (await objects.get(piece.object_key ?? ''))
  }
}

export const movableUploads: MovableBytes = {
  kind: 'imports',
  table: 'operation_uploads',
  key: ['project_id', 'operation_id', 'sequence'],
  ...bytesColumn('bytes'),
}
