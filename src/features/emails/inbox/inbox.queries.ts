import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import type { EmailRef } from '../../delivery/index.ts'

export type InboxSource = { monthId: string; bytes: number; objectKey: string | null }

/** The size of the source of an email, and where it is stored: in which month, and the object if it is not in the database. */
export async function findInboxSource(
  db: Db | Trx,
  { projectId, emailId }: EmailRef,
): Promise<InboxSource | undefined> {
  const { rows } = await sql<InboxSource>`
    select month_id as "monthId", coalesce(octet_length(raw), raw_size) as bytes, object_key as "objectKey"
    from inbox_messages
    where project_id = ${projectId} and email_id = ${emailId} order by month_id limit 1`.execute(db)
  return rows[0]
}

/** Reads only the chunks of the piece, because the column is stored uncompressed. Null once it has moved out. */
export async function readInboxPiece(
  db: Db | Trx,
  { projectId, emailId, monthId, from, length }: EmailRef & { monthId: string; from: number; length: number },
): Promise<Buffer | null | undefined> {
  const { rows } = await sql<{ piece: Buffer | null }>`
    select substring(raw from ${from + 1}::int for ${length}::int) as piece from inbox_messages
    where project_id = ${projectId} and email_id = ${emailId} and month_id = ${monthId}`.execute(db)
  return rows[0]?.piece
}

export type InboxRow = {
  id: EmailId
  address: string | null
  from_email: string | null
  subject: string | null
  size: number
  created_at: Date
}

/** Newest first, along the primary keys of the months. The bytes themselves are not read. */
export async function listInboxMessages(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before?: string | undefined },
): Promise<Page<InboxRow>> {
  const older = before === undefined ? sql`` : sql`and i.email_id < ${before}`
  const { rows } = await sql<InboxRow>`
    select i.email_id as id, coalesce(octet_length(i.raw), i.raw_size) as size, i.created_at, e.address,
      coalesce(e.subject, c.subject) as subject, c.from_email
    from inbox_messages as i
    left join all_emails as e on e.project_id = ${projectId} and e.id = i.email_id
    left join contents as c on c.project_id = ${projectId} and c.id = e.content_id
    where i.project_id = ${projectId} ${older} order by i.email_id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export const countInboxMessages = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`inbox_messages where project_id = ${projectId}`)
