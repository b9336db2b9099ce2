// The parts of contents that may be in the object store: attachments and large bodies.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { bytesColumn } from '../../../platform/objects/movable-bytes.ts'
import type { MovableBytes } from '../../../platform/objects/movable-bytes.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { listBlobHashes } from './contents.queries.ts'
import type { Blob, ContentRow, StoredContentRow } from './contents.queries.ts'

/**
 * Writes the attachments that the project does not have yet to the object store, if there is one. It waits for the store, so
 * call it before a transaction, and pass its result to `insertContent`. Bytes that the store does not take go into the database.
 */
export async function uploadBlobs(
  db: Db,
  { objects, projectId, blobs }: { objects: ObjectStore; projectId: ProjectId; blobs: readonly Blob[] },
): Promise<readonly Blob[]> {
  if (!objects.isWritten || blobs.length === 0) return blobs
  const known = await listBlobHashes(db, { projectId, hashes: blobs.map(({ hash }) => hash) })
  return Promise.all(
    blobs.map(async (blob) => {
      if (known.has(blob.hash.toString('hex'))) return blob
      const objectKey = await objects.tryPut({ projectId, kind: 'attachments', bytes: blob.bytes })
      return { ...blob, objectKey }
    }),
  )
}

type StoredBody = { html: string; text: string; translations: ContentRow['translations'] }

/** @throws ObjectStoreError */
export async function readBody(objects: ObjectStore, row: StoredContentRow): Promise<ContentRow> {
  const { object_key: key, html, text_part: text, ...rest } = row
  if (html !== null && text !== null) return { ...rest, html, text_part: text }
  // A row without a text has an object; the columns change together.
  const stored = JSON.parse((await objects.get(key ?? '')).toString()) as StoredBody
  return { ...rest, html: stored.html, text_part: stored.text, translations: stored.translations }
}

// Together, as stored: PostgreSQL compresses them, and smaller ones cost it less than a request to the store.
const LARGE_BYTES = 65_536

const BODY_BYTES = sql.raw(
  'octet_length(t.html) + octet_length(t.text_part) + coalesce(pg_column_size(t.translations), 0)',
)

// An upload that the store did not take is a few days old at most when the store works again.
const RECENTLY = sql.raw("now() - interval '3 days'")

export const movableAttachments: MovableBytes = {
  kind: 'attachments',
  table: 'blobs',
  key: ['project_id', 'hash'],
  ...bytesColumn('bytes'),
  isRecent: sql`t.used_at > ${RECENTLY}`,
}

/** Bodies are written within transactions of campaigns, workflows and forms, so they move out afterwards. */
export const movableContents: MovableBytes = {
  kind: 'contents',
  table: 'content_bodies',
  key: ['project_id', 'content_id'],
  columns: ['html', 'text_part', 'translations'],
  encode: ({ html, text_part: text, translations }) =>
    Buffer.from(JSON.stringify({ html, text, translations })),
  decode(bytes) {
    const { html, text, translations } = JSON.parse(bytes.toString()) as StoredBody
    return {
      html,
      text_part: text,
      translations: translations === null ? null : JSON.stringify(translations),
    }
  },
  isLarge: sql`${BODY_BYTES} > ${sql.lit(LARGE_BYTES)}`,
  isRecent: sql`exists (select from contents as c where c.project_id = t.project_id and c.id = t.content_id
    and c.used_at > ${RECENTLY})`,
}
