// Deletes contents of emails that are not needed any more, in batches of one statement each, so that row locks are
// short.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import { timeOfId } from '../../../platform/ids.ts'

/** When the oldest email that still waits was accepted. */
export async function findOldestWaiting(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{
    id: string | null
  }>`select min(email_id::text) as id from email_queue`.execute(db)
  const id = rows[0]?.id
  return id ? timeOfId(id) : undefined
}

/**
 * Marks the contents of waiting emails as used. Done every night, so that a body is kept for its full time after the
 * last of its emails has ended, however long that waited.
 */
export async function markContentsUsed(db: Db, { notedBefore, now }: ContentUse): Promise<void> {
  await sql`
    with needed as materialized (
      select c.project_id, c.id from contents as c where c.used_at < ${notedBefore} and c.erased_at is null
        and exists (select from email_queue as q where q.project_id = c.project_id and q.content_id = c.id)
      order by c.project_id, c.id for update skip locked
    )
    update contents as c set used_at = ${now} from needed as n
    where c.project_id = n.project_id and c.id = n.id`.execute(db)
}

type ContentUse = { notedBefore: Date; now: Date }

// A body is some 10 kB; a batch is deleted within a fraction of a second.
const BATCH = 1_000

type UnusedContents = { unusedSince: Date; now: Date }

/**
 * Erases bodies that no email has used since then and no waiting email needs. A concurrent accept waits for the row and
 * finds it erased (accept.queries.ts). Returns whether there may be more.
 */
export async function eraseUnusedBodies(db: Db, { unusedSince, now }: UnusedContents): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with unused as materialized (
      select c.project_id, c.id from contents as c
      where c.used_at < ${unusedSince} and c.erased_at is null
        and not exists (select from email_queue as q where q.project_id = c.project_id and q.content_id = c.id)
      order by c.project_id, c.id limit ${BATCH} for update skip locked
    ), marked as (
      update contents as c set erased_at = ${now} from unused as u where c.project_id = u.project_id and c.id = u.id
    ), gone as (
      delete from content_bodies as b using unused as u where b.project_id = u.project_id and b.content_id = u.id
    )
    select count(*) as count from unused`.execute(db)
  return rows[0]?.count === BATCH
}

/** Deletes the rows of contents whose emails are no longer on record. Returns whether there may be more. */
export async function deleteUnusedContents(db: Db, { unusedSince }: { unusedSince: Date }): Promise<boolean> {
  const { rows } = await sql`
    delete from contents as c using (
      select project_id, id from contents where used_at < ${unusedSince} and erased_at is not null
      order by project_id, id limit ${BATCH} for update skip locked
    ) as u where c.project_id = u.project_id and c.id = u.id and c.erased_at is not null
    returning c.id`.execute(db)
  return rows.length === BATCH
}

/** Deletes attachments that belong to no body any more. A concurrent insert locks the row (insertContent). */
export async function deleteUnusedBlobs(db: Db, { unusedSince }: { unusedSince: Date }): Promise<void> {
  await sql`
    with needed as materialized (
      select distinct b.project_id, decode(attachment ->> 'hash', 'hex') as hash
      from content_bodies as b cross join jsonb_array_elements(b.attachments) as attachment
      where b.attachments <> '[]'
    )
    delete from blobs as b where used_at < ${unusedSince}
      and not exists (select from needed as n
        where n.project_id = b.project_id and n.hash = b.hash)`.execute(db)
}
