import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'

export type ContactRef = { projectId: ProjectId; contactId: ContactId }

/**
 * Serializes the transactions that end emails of one contact, so that each sees what the one before has written. Locks
 * in order, so that two batches do not deadlock.
 */
export async function lockSoftBounces(trx: Trx, contacts: readonly ContactRef[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('soft bounces ' || id, 0) as key
      from unnest(${contacts.map(({ contactId }) => contactId)}::text[]) as given (id) order by 1
    ) as ordered`.execute(trx)
}

/**
 * Lists the contacts whose last `inARow` emails were all given up for soft reasons. Emails that never reached a
 * receiver (cancelled, suppressed, not composed, no server reached) are skipped: they say nothing about the mailbox.
 * Served by emails_by_contact.
 */
export async function listSoftBouncers(
  trx: Trx,
  { contacts, inARow }: { contacts: readonly ContactRef[]; inARow: number },
): Promise<ContactRef[]> {
  const { rows } = await sql<ContactRef>`
    select given.project_id as "projectId", given.contact_id as "contactId"
    from (
      select distinct project_id, contact_id from unnest(
        ${contacts.map(({ projectId }) => projectId)}::uuid[], ${contacts.map(({ contactId }) => contactId)}::uuid[]
      ) as g (project_id, contact_id)
    ) as given
    cross join lateral (
      select count(*) filter (where class = 'soft') as soft from (
        select v.class from emails as e
        left join lateral (
          select data ->> 'class' as class from email_events as t
          where t.project_id = e.project_id and t.email_id = e.id and t.type in ('bounced', 'failed')
          order by t.id desc limit 1
        ) as v on e.status in ('BOUNCED', 'FAILED')
        where e.project_id = given.project_id and e.contact_id = given.contact_id
          and (e.status in ('SENT', 'DELIVERED', 'COMPLAINED') or v.class is not null)
        order by e.id desc limit ${inARow}
      ) as latest
    ) as counted
    where counted.soft = ${inARow}`.execute(trx)
  return rows
}
