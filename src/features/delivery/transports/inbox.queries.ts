import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'

/** `objectKey`: the bytes have been written to the object store. */
export type InboxMessage = {
  projectId: ProjectId
  emailId: EmailId
  raw: Buffer
  objectKey?: string | undefined
  now: Date
}

/**
 * Idempotent, for an email whose worker died before the result was written. At the end of a month it may be stored
 * twice; either row will do. Returns whether the row is new.
 */
export async function insertInboxMessage(
  db: Db | Trx,
  { projectId, emailId, raw, objectKey, now }: InboxMessage,
): Promise<boolean> {
  const where = objectKey === undefined ? { raw } : { raw: null, object_key: objectKey, raw_size: raw.length }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('inbox_messages')
    .values({ project_id: projectId, email_id: emailId, created_at: now, ...where })
    .onConflict((conflict) => conflict.columns(['project_id', 'email_id', 'month_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function deleteInboxMessages(
  trx: Trx,
  { projectId, emailIds }: { projectId: ProjectId; emailIds: readonly EmailId[] },
): Promise<void> {
  const sorted = emailIds.toSorted()
  await sql`
    delete from inbox_messages where project_id = ${projectId} and email_id = any(${emailIds}::uuid[])
      and email_id between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid`.execute(trx)
}

/** Returns the number of deleted emails; fewer than the limit if these were the last. */
export async function deleteSomeInboxMessages(
  db: Db | Trx,
  { projectId, limit }: { projectId: ProjectId; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with chosen as materialized (
      select email_id, month_id from inbox_messages where project_id = ${projectId}
      order by email_id limit ${limit} for update skip locked
    )
    delete from inbox_messages as i using chosen as s
    where i.project_id = ${projectId} and i.email_id = s.email_id and i.month_id = s.month_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
