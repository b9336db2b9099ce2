import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ImageId, ProjectId } from '../../platform/ids.ts'
import { bytesColumn } from '../../platform/objects/movable-bytes.ts'
import type { MovableBytes } from '../../platform/objects/movable-bytes.ts'
import { ObjectStoreError } from '../../platform/objects/object-store-error.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { useObjects } from '../../platform/objects/unused-objects.queries.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../platform/threads/thread-errors.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { imageKindOf } from './image-kind.ts'
import { countImages, findImage, insertImage } from './images.queries.ts'
import type { ImageRow } from './images.queries.ts'
import { fitImageTask } from './images.threads.ts'
import type { FittedImage } from './images.threads.ts'

// 128 bits, so that a URL cannot be guessed.
const TOKEN_BYTES = 16

// A few gigabytes of database per project at most.
const MOST_IMAGES = 5_000

type Upload = {
  projectId: ProjectId
  name: string
  bytes: Buffer
  threads: ThreadPool
  objects: ObjectStore
  now: Date
}

export async function addImage(
  late: LateDb,
  { projectId, name, bytes, threads, objects, now }: Upload,
): Promise<ImageRow> {
  if (!imageKindOf(bytes)) throw invalidFile('must be a PNG, JPEG, GIF or WebP image')
  if ((await countImages(late.db, { projectId })) >= MOST_IMAGES) {
    throw new AppError('INVALID_STATE', {
      message: `The project has ${MOST_IMAGES} images, the most allowed.`,
      suggestion: 'Delete images that are no longer used: DELETE /images/{id}.',
    })
  }
  const fitted = await fit(threads, { projectId, bytes })
  const shown = Buffer.from(fitted.bytes)
  const objectKey = await objects.tryPut({ projectId, kind: 'images', bytes: shown })
  const row = {
    project_id: projectId,
    id: newId<ImageId>(now),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    name,
    content_type: fitted.contentType,
    width: fitted.width,
    height: fitted.height,
    size: fitted.bytes.byteLength,
    bytes: objectKey === undefined ? shown : null,
    object_key: objectKey ?? null,
    created_at: now,
  }
  const db = await late.begin()
  if (objectKey === undefined) return insertImage(db, row)
  return inTransaction(db, async (trx) => {
    await useObjects(trx, { projectId, keys: [objectKey] })
    return insertImage(trx, row)
  })
}

/** Undefined if there is no such image. @throws ObjectStoreError if its bytes cannot be read now */
export async function readImage(
  db: Db,
  { token, objects }: { token: string; objects: ObjectStore },
): Promise<{ bytes: Buffer; contentType: string } | undefined> {
  const found = await findImage(db, { token })
  if (!found) return undefined
  const bytes = found.bytes ?? (await bytesOf(objects, found.object_key ?? ''))
  return bytes && { bytes, contentType: found.content_type }
}

async function bytesOf(objects: ObjectStore, key: string): Promise<Buffer | undefined> {
  try {
    return await objects.get(key)
  } catch (error) {
    // It was deleted a moment ago, or it is lost.
    if (error instanceof ObjectStoreError && error.failure === 'missing') return undefined
    throw error
  }
}

export const movableImages: MovableBytes = {
  kind: 'images',
  table: 'images',
  key: ['project_id', 'id'],
  ...bytesColumn('bytes'),
  isRecent: sql`t.created_at > now() - interval '3 days'`,
}

async function fit(
  threads: ThreadPool,
  { projectId, bytes }: { projectId: ProjectId; bytes: Buffer },
): Promise<FittedImage> {
  try {
    return await threads.run(fitImageTask, bytes, { lane: projectId })
  } catch (error) {
    if (error instanceof ThreadTimeoutError || error instanceof ThreadMemoryError) {
      throw invalidFile('takes too long to decode; make it smaller')
    }
    throw error
  }
}

export const invalidFile = (message: string): AppError =>
  invalidFields({ field: 'file', message, code: 'custom' })
