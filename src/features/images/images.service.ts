import { randomBytes } from 'node:crypto'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ImageId, ProjectId } from '../../platform/ids.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../platform/threads/thread-errors.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { imageKindOf } from './image-kind.ts'
import { countImages, insertImage } from './images.queries.ts'
import type { ImageRow } from './images.queries.ts'
import { fitImageTask } from './images.threads.ts'
import type { FittedImage } from './images.threads.ts'

// 128 bits, so that a URL cannot be guessed.
const TOKEN_BYTES = 16

// A few gigabytes of database per project at most.
const MOST_IMAGES = 5_000

type Upload = { projectId: ProjectId; name: string; bytes: Buffer; threads: ThreadPool; now: Date }

export async function addImage(
  late: LateDb,
  { projectId, name, bytes, threads, now }: Upload,
): Promise<ImageRow> {
  if (!imageKindOf(bytes)) throw invalidFile('must be a PNG, JPEG, GIF or WebP image')
  if ((await countImages(late.db, { projectId })) >= MOST_IMAGES) {
    throw new AppError('INVALID_STATE', {
      message: `The project has ${MOST_IMAGES} images, the most allowed.`,
      suggestion: 'Delete images that are no longer used: DELETE /images/{id}.',
    })
  }
  const fitted = await fit(threads, { projectId, bytes })
  return insertImage(await late.begin(), {
    project_id: projectId,
    id: newId<ImageId>(now),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    name,
    content_type: fitted.contentType,
    width: fitted.width,
    height: fitted.height,
    size: fitted.bytes.byteLength,
    bytes: Buffer.from(fitted.bytes),
    created_at: now,
  })
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
