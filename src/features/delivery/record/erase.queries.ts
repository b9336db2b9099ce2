// Erases the emails of a deleted contact: the row and its history stay, without anything that tells who it was for or
// what it said. Statements take the ids of a batch of emails; the lowest and the highest id exclude the months without
// them.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { lowestIdAfter, newId, timeOfId } from '../../../platform/ids.ts'
import type { ContactId, ContentId, EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { IS_NOT_PARKED } from '../queue/parked.queries.ts'
import { moveToRecord } from './end.queries.ts'
import { insertNotes } from './notes.queries.ts'

type Emails = { projectId: ProjectId; ids: readonly EmailId[] }
type ContactRefs = { projectId: ProjectId; contactIds: readonly ContactId[] }

/** An email that a worker has claimed is left alone, until its lease expires. */
const WAITS = sql.raw("(status <> 'SENDING' or lease_until <= clock_timestamp())")

export type ErasableEmail = {
  id: EmailId
  contentId: ContentId
  /** Set if the message has copies (cc, bcc). */
  messageId: string | null
}

/** Lists emails of these contacts that can be erased, at most `limit` that wait and as many that have ended. */
export async function listErasable(
  trx: Trx,
  { projectId, contactIds, limit }: ContactRefs & { limit: number },
): Promise<ErasableEmail[]> {
  const isTheirs = sql`project_id = ${projectId} and contact_id = any(${contactIds}::uuid[])`
  const { rows } = await sql<ErasableEmail>`
    (select email_id as id, content_id as "contentId", message_id as "messageId" from email_queue
      where ${isTheirs} and ${WAITS} and ${IS_NOT_PARKED} limit ${limit})
    union all
    (select id, content_id, message_id from emails where ${isTheirs} limit ${limit})`.execute(trx)
  return rows
}

export type EmailCopy = { id: EmailId; contentId: ContentId; of: EmailId; isBusy: boolean }

/**
 * Lists the copies of these messages. They share the Message-ID of the first email, and their ids were created right
 * after its id, so a short range of the primary key holds them. A message submitted by SMTP may have several recipients
 * in To: those have their own contacts and are not copies.
 */
export async function listCopies(
  trx: Trx,
  { projectId, firsts }: { projectId: ProjectId; firsts: readonly ErasableEmail[] },
): Promise<EmailCopy[]> {
  if (firsts.length === 0) return []
  const ends = firsts.map(({ id }) => lowestIdAfter(new Date(timeOfId(id).getTime() + COPIES_WITHIN_MS)))
  const { rows } = await sql<EmailCopy>`
    select c.id, c.content_id as "contentId", f.id as of,
      coalesce(c.status = 'SENDING' and c.lease_until > clock_timestamp(), false) as "isBusy"
    from unnest(${firsts.map(({ id }) => id)}::uuid[], ${ends}::uuid[],
      ${firsts.map(({ messageId }) => messageId)}::text[]) as f (id, before, message_id)
    cross join lateral (
      select * from all_emails as e where e.project_id = ${projectId} and e.id > f.id and e.id < f.before
        and e.message_id = f.message_id and (e.recipients ->> 'contactId') is not null
    ) as c`.execute(trx)
  return rows
}

// The ids of one call are created together; a counter that overflows borrows the next millisecond.
const COPIES_WITHIN_MS = 2

/** Whether the queue or the record still has email of these contacts. */
export async function hasEmails(trx: Trx, { projectId, contactIds }: ContactRefs): Promise<boolean> {
  const isTheirs = sql`project_id = ${projectId} and contact_id = any(${contactIds}::uuid[])`
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from email_queue where ${isTheirs} and ${IS_NOT_PARKED})
      or exists (select from emails where ${isTheirs}) as found`.execute(trx)
  return rows[0]?.found === true
}

/** "cancelled" of docs/states.md, for the waiting ones of these emails. */
export async function cancelForErasure(
  trx: Trx,
  { projectId, ids, now }: Emails & { now: Date },
): Promise<void> {
  const { rows: waiting } = await sql<{ id: EmailId }>`
    select email_id as id from email_queue where project_id = ${projectId} and email_id = any(${ids}::uuid[]) and ${WAITS}
    order by email_id for update`.execute(trx)
  if (waiting.length === 0) return
  const noteIds = waiting.map(() => newId<EventId>(now))
  await sql`
    with gone as (
      delete from email_queue as q using unnest(${waiting.map(({ id }) => id)}::uuid[], ${noteIds}::uuid[]) as g (id, note_id)
      where q.project_id = ${projectId} and q.email_id = g.id
      returning q.*, 'CANCELLED' as end_status, ${CONTACT_DELETED} as end_reason, null::jsonb as end_reply,
        null::text as end_subject, ${now}::timestamptz as ended_at, g.note_id
    ), ${moveToRecord()}, noted as (${insertNotes(sql`
      select project_id, email_id, note_id, 'cancelled', '{}'::jsonb, ended_at from gone`)})
    select from gone`.execute(trx)
}

/** The reason that a cancelled email shows. */
export const CONTACT_DELETED = 'its contact was deleted'

export async function listStillQueued(trx: Trx, { projectId, ids }: Emails): Promise<EmailId[]> {
  const { rows } = await sql<{ id: EmailId }>`
    select email_id as id from email_queue
    where project_id = ${projectId} and email_id = any(${ids}::uuid[])`.execute(trx)
  return rows.map(({ id }) => id)
}

const between = (column: string, ids: readonly EmailId[]): RawBuilder<unknown> => {
  const sorted = ids.toSorted()
  return sql`${sql.ref(column)} between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid`
}

/** Locks those of the emails that have ended, and returns their addresses. */
export async function lockEnded(
  trx: Trx,
  { projectId, ids }: Emails,
): Promise<{ id: EmailId; address: string }[]> {
  const { rows } = await sql<{ id: EmailId; address: string }>`
    select id, address from emails
    where project_id = ${projectId} and id = any(${ids}::uuid[]) and ${between('id', ids)}
    order by id for update`.execute(trx)
  return rows
}

type EraseInput = { projectId: ProjectId; emails: readonly { id: EmailId; erased: string }[]; now: Date }

/**
 * Erases the rows, their variables and the data of their history. The replies of mail servers go too, since they repeat
 * the address. Returns how many emails had which content.
 */
export async function eraseEnded(
  trx: Trx,
  { projectId, emails, now }: EraseInput,
): Promise<{ contentId: ContentId; count: number }[]> {
  const ids = emails.map(({ id }) => id)
  const noteIds = ids.map(() => newId<EventId>(now))
  const isOne = (column: string) =>
    sql`project_id = ${projectId} and ${sql.ref(column)} = any(${ids}::uuid[]) and ${between(column, ids)}`
  // Separate statements: one part of a statement cannot update what another part deletes.
  await sql`delete from email_payloads where ${isOne('email_id')}`.execute(trx)
  await sql`delete from email_events where ${isOne('email_id')} and type in ('opened', 'clicked')`.execute(
    trx,
  )
  await sql`
    update email_events set data = jsonb_strip_nulls(jsonb_build_object('class', data -> 'class'))
    where ${isOne('email_id')} and data <> '{}'`.execute(trx)
  await insertNotes(sql`
    select ${projectId}::uuid, id, note_id, 'erased', '{}'::jsonb, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${noteIds}::uuid[]) as g (id, note_id)`).execute(trx)
  const { rows } = await sql<{ contentId: ContentId; count: number }>`
    with erased as (
      update emails as e set contact_id = null, address = g.address, subject = null, recipients = null,
        last_reply = last_reply || '{"text":""}', reason = case when status in ('SUPPRESSED', 'CANCELLED') then reason end
      from unnest(${ids}::uuid[], ${emails.map(({ erased }) => erased)}::text[]) as g (id, address)
      where e.project_id = ${projectId} and e.id = g.id and ${between('e.id', ids)}
      returning e.content_id
    )
    select content_id as "contentId", count(*)::int as count from erased group by 1`.execute(trx)
  return rows
}
