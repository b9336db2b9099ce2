// Confirmations whose link has expired.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ConfirmationId, ContactId, ProjectId } from '../../platform/ids.ts'

/** Open confirmations of one project whose links have expired; undefined if there are none in any project. */
export async function findExpired(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ projectId: ProjectId; contactIds: ContactId[] } | undefined> {
  const { rows } = await sql<{ projectId: ProjectId; contactIds: ContactId[] }>`
    with first as (
      select project_id from confirmations where ended_at is null and expires_at <= ${now} order by expires_at limit 1
    )
    select project_id as "projectId", array_agg(contact_id) as "contactIds" from (
      select project_id, contact_id from confirmations
      where project_id = (select project_id from first) and ended_at is null and expires_at <= ${now}
      order by expires_at limit ${limit}
    ) as expired group by project_id`.execute(db)
  return rows[0]
}

export type ExpiredConfirmation = {
  id: ConfirmationId
  contactId: ContactId
  stateBefore: string | null
  /** Whether the contact came by a form and nothing else is known of it. */
  isBare: boolean
}

/** Events that are no sign of anything else than the sign-up itself. */
const OWN_EVENTS = ['contact.created', 'segment.entered', 'segment.left']

/** The expired confirmations of contacts that the caller has locked. */
export async function listExpired(
  trx: Trx,
  { projectId, contactIds, now }: { projectId: ProjectId; contactIds: readonly ContactId[]; now: Date },
): Promise<ExpiredConfirmation[]> {
  const { rows } = await sql<ExpiredConfirmation>`
    select f.id, f.contact_id as "contactId", f.state_before as "stateBefore",
      f.created_contact and f.source ->> 'kind' = 'form' and c.before_subscribing = 'PENDING' and c.topic_choices = '{}'
        and c.data - f.data_keys = '{}'
        and not exists (select from all_emails as e where e.project_id = c.project_id and e.contact_id = c.id
          and e.id <> all (f.email_ids))
        and not exists (select from events as e where e.project_id = c.project_id and e.contact_id = c.id
          and e.name <> all (${OWN_EVENTS}::text[]) and (e.email_id is null or e.email_id <> all (f.email_ids)))
        and not exists (select from segment_members as m
          join segments as s on s.project_id = m.project_id and s.id = m.segment_id and s.type = 'STATIC'
          where m.project_id = c.project_id and m.contact_id = c.id) as "isBare"
    from confirmations as f join contacts as c on c.project_id = f.project_id and c.id = f.contact_id
    where f.project_id = ${projectId} and f.contact_id = any(${contactIds}::uuid[])
      and f.ended_at is null and f.expires_at <= ${now}`.execute(trx)
  return rows
}

/** Housekeeping, for all projects. */
export async function deleteOldConfirmations(db: Db, before: Date): Promise<void> {
  await sql`delete from confirmations where ended_at < ${before}`.execute(db)
}
