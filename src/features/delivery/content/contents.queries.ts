import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Blobs, ContentBodies, Contents } from '../../../platform/db/tables.ts'
import type { ContentId, ProjectId } from '../../../platform/ids.ts'

/** As stored: a large body may be in the object store (stored-bytes.service.ts). */
export type StoredContentRow = Selectable<Contents> &
  Pick<Selectable<ContentBodies>, 'html' | 'text_part' | 'attachments' | 'translations' | 'object_key'>

export type ContentRow = Omit<StoredContentRow, 'html' | 'text_part' | 'object_key'> & {
  html: string
  text_part: string
}

/** The bytes of an attachment. `objectKey`: they have been written to the object store. */
export type Blob = { hash: Buffer; bytes: Buffer; objectKey?: string | undefined }

/** Undefined also if the body has been erased. */
export async function findContent(
  db: Db | Trx,
  { projectId, contentId }: { projectId: ProjectId; contentId: ContentId },
): Promise<StoredContentRow | undefined> {
  return db
    .selectFrom('contents as c')
    .innerJoin('content_bodies as b', (join) =>
      join.onRef('b.project_id', '=', 'c.project_id').onRef('b.content_id', '=', 'c.id'),
    )
    .selectAll('c')
    .select(['b.html', 'b.text_part', 'b.attachments', 'b.translations', 'b.object_key'])
    .where('c.project_id', '=', projectId)
    .where('c.id', '=', contentId)
    .executeTakeFirst()
}

// As often as for other email (accept.queries.ts).
const NOTED_EVERY = sql.raw("interval '1 day'")

/** Marks the content as used today. False if it was erased and has to be stored again. */
export async function markContentUsed(
  db: Db | Trx,
  { projectId, contentId, now }: { projectId: ProjectId; contentId: ContentId; now: Date },
): Promise<boolean> {
  await sql`
    update contents set used_at = ${now} where project_id = ${projectId} and id = ${contentId}
      and erased_at is null and used_at < ${now}::timestamptz - ${NOTED_EVERY}`.execute(db)
  return (await findContent(db, { projectId, contentId })) !== undefined
}

export async function listBlobs(
  db: Db | Trx,
  { projectId, hashes }: { projectId: ProjectId; hashes: readonly Buffer[] },
): Promise<Pick<Selectable<Blobs>, 'hash' | 'bytes' | 'object_key'>[]> {
  if (hashes.length === 0) return []
  return db
    .selectFrom('blobs')
    .select(['hash', 'bytes', 'object_key'])
    .where('project_id', '=', projectId)
    .where('hash', 'in', hashes)
    .execute()
}

/** Those that the project has, in hex. */
export async function listBlobHashes(
  db: Db | Trx,
  { projectId, hashes }: { projectId: ProjectId; hashes: readonly Buffer[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blobs')
    .select('hash')
    .where('project_id', '=', projectId)
    .where('hash', 'in', hashes)
    .execute()
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}

type ContentRefs = { projectId: ProjectId; contentIds: readonly ContentId[] }

/** Locks the contents that belong to one recipient, so that they can be erased. They come before contacts in the lock order. */
export async function lockSoleContents(trx: Trx, { projectId, contentIds }: ContentRefs): Promise<void> {
  if (contentIds.length === 0) return
  await sql`
    select from contents
    where project_id = ${projectId} and id = any(${contentIds}::uuid[]) and sole_address is not null
    order by id for update`.execute(trx)
}

type ContentRelease = {
  projectId: ProjectId
  released: readonly { contentId: ContentId; count: number }[]
  now: Date
}

/**
 * Counts down the uses of contents whose emails were erased. A content that belonged to one recipient is erased with
 * its last email: text, links and headers, which may all hold a secret. A concurrent accept finds it erased and stores
 * it again (accept.queries.ts). The nightly job deletes its attachments, unless another content has them, by their last
 * use, which is set back here.
 */
export async function releaseContents(trx: Trx, { projectId, released, now }: ContentRelease): Promise<void> {
  await sql`
    with given as (
      select * from unnest(${released.map(({ contentId }) => contentId)}::uuid[],
        ${released.map(({ count }) => count)}::int[]) as g (id, count)
    ), counted as (
      update contents as c set uses = greatest(0, c.uses - g.count) from given as g
      where c.project_id = ${projectId} and c.id = g.id and c.sole_address is not null and c.uses > g.count
    ), over as materialized (
      select c.id from contents as c join given as g on g.id = c.id
      where c.project_id = ${projectId} and c.sole_address is not null and c.uses <= g.count
    ), marked as (
      update contents as c set erased_at = coalesce(c.erased_at, ${now}), sole_address = null, uses = 0, subject = '',
        links = '{}', headers = '{}'
      from over where c.project_id = ${projectId} and c.id = over.id
    ), gone as (
      delete from content_bodies as b using over where b.project_id = ${projectId} and b.content_id = over.id
      returning b.attachments
    )
    update blobs as b set used_at = 'epoch' from (
      select hash from blobs where project_id = ${projectId} and hash in (select decode(attachment ->> 'hash', 'hex')
          from gone cross join jsonb_array_elements(gone.attachments) as attachment)
      for update skip locked
    ) as unused where b.project_id = ${projectId} and b.hash = unused.hash`.execute(trx)
}
