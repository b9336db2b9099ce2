// Which contacts were sent email, for filters. Read through emails_by_contact or the month of the record.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ProjectId } from '../../../platform/ids.ts'

type Asked = {
  projectId: ProjectId
  status: 'sent' | 'delivered'
  from?: Date | undefined
  to?: Date | undefined
}

/**
 * A subselect of contact_id, which may name a contact several times. Sent is what a server took, whatever came back
 * later; delivered is what the transport says arrived, and what somebody complained about. Tests are not counted.
 */
export function contactsWithEmails({ projectId, status, from, to }: Asked): RawBuilder<unknown> {
  const conditions = [
    sql`m.project_id = ${projectId}`,
    sql`m.contact_id is not null`,
    sql`m.sent_at is not null`,
    sql`m.source <> 'TEST'`,
  ]
  if (status === 'delivered') conditions.push(sql`m.status in ('DELIVERED', 'COMPLAINED')`)
  if (from) conditions.push(sql`m.sent_at >= ${from}`)
  if (to) conditions.push(sql`m.sent_at <= ${to}`)
  return sql`select m.contact_id from emails as m where ${sql.join(conditions, sql` and `)}`
}
