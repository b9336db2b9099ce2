import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Emails } from '../../platform/db/tables.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../platform/ids.ts'
import { hourOf } from '../delivery/index.ts'
import type { Noted } from './feedback-effect.ts'

export type MailRef = { projectId: ProjectId; emailId: EmailId }
export type ReportedMail = Pick<Selectable<Emails>, 'contact_id' | 'address' | 'status' | 'sent_at'> & {
  /** Before this, the project's mail is no longer judged. */
  judged_from: Date | null
}

/** The projects that have the domain, whatever its state: mail still comes back when its records are broken. */
export async function listProjectsOfDomain(db: Db, { domain }: { domain: string }): Promise<ProjectId[]> {
  const rows = await db.selectFrom('domains').select('project_id').where('domain', '=', domain).execute()
  return rows.map((row) => row.project_id)
}

/** Not locked, and so perhaps gone when it is used. */
export async function findContactOf(
  trx: Trx,
  { projectId, emailId }: MailRef,
): Promise<ContactId | null | undefined> {
  const row = await trx
    .selectFrom('emails')
    .select('contact_id')
    .where('project_id', '=', projectId)
    .where('id', '=', emailId)
    .executeTakeFirst()
  return row?.contact_id
}

export async function lockMail(trx: Trx, { projectId, emailId }: MailRef): Promise<ReportedMail | undefined> {
  const { rows } = await sql<ReportedMail>`
    select e.contact_id, e.address, e.status, e.sent_at, h.judged_from
    from emails as e left join project_health as h on h.project_id = e.project_id
    where e.project_id = ${projectId} and e.id = ${emailId} for update of e`.execute(trx)
  return rows[0]
}

/** A statement of its own, after the lock: it has to see what whoever held the lock before has written. */
export async function listNoted(trx: Trx, { projectId, emailId }: MailRef): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select type, data ->> 'class' as class from email_events
    where project_id = ${projectId} and email_id = ${emailId}
      and type in ('bounced', 'complained', 'delayed', 'unsubscribed')`.execute(trx)
  return rows
}

export type NewNote = MailRef & { id: EventId; type: string; data: Record<string, unknown>; now: Date }

/** On the page of the mail. */
export async function insertNote(trx: Trx, { projectId, emailId, id, ...note }: NewNote): Promise<void> {
  await trx
    .insertInto('email_events')
    .values({
      project_id: projectId,
      email_id: emailId,
      id,
      type: note.type,
      data: JSON.stringify(note.data),
      created_at: note.now,
    })
    .execute()
}

export type Fate = MailRef & { status: 'BOUNCED' | 'COMPLAINED'; reason: string; sentAt: Date | null }

/** A worker that has the mail in hand meanwhile loses it with its lease. */
export async function updateFate(
  trx: Trx,
  { projectId, emailId, status, reason, sentAt }: Fate,
): Promise<void> {
  await trx
    .updateTable('emails')
    .set({ status, reason, sent_at: sentAt, lease_owner: null })
    .where('project_id', '=', projectId)
    .where('id', '=', emailId)
    .execute()
}

export type Retally = {
  projectId: ProjectId
  /** In whose hour the mail counts. */
  at: Date
  /** Under what it was counted until now; null for a mail that was not yet. */
  from: string | null
  to: string
  now: Date
}

/**
 * Counts the mail under what became of it, and no longer under what it was. `reported` tells whoever judges a project's
 * health that something of it has changed just now, though it counts in an hour long ago.
 */
export async function insertRetally(trx: Trx, { projectId, at, from, to, now }: Retally): Promise<void> {
  await sql`
    insert into counter_deltas (project_id, counter, label, delta)
    select ${projectId}, 'mail', ${hourOf(sql`at`)} || ' ' || status, delta from (values
      (${at}::timestamptz, ${to}::text, 1), (${at}, ${from}::text, -1), (${now}::timestamptz, 'reported', 1)
    ) as given (at, status, delta) where status is not null`.execute(trx)
}
