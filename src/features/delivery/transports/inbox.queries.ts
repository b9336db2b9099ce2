import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'

type InboxMessage = { projectId: ProjectId; emailId: EmailId; raw: Buffer; now: Date }

/**
 * An email that comes a second time, because its worker died before the result was written, is the same email. At the end
 * of a month it may be there twice; either will do.
 */
export async function insertInboxMessage(
  db: Db,
  { projectId, emailId, raw, now }: InboxMessage,
): Promise<void> {
  await db
    .insertInto('inbox_messages')
    .values({ project_id: projectId, email_id: emailId, raw, created_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'email_id', 'month_id']).doNothing())
    .execute()
}

export async function findInboxMessage(
  db: Db,
  { projectId, emailId }: { projectId: ProjectId; emailId: EmailId },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('inbox_messages')
    .select('raw')
    .where('project_id', '=', projectId)
    .where('email_id', '=', emailId)
    .executeTakeFirst()
  return row?.raw
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
