// What is accepted is written here and nowhere else: contents and attachments that are new, one row a recipient. Many
// callers' mails may go into one statement; each row carries its project.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, ContentId, EmailId, EventId, ProjectId, TemplateId } from '../../../platform/ids.ts'
import { ensureWanted } from '../../contacts/index.ts'
import { insertEvents } from '../../events/index.ts'
import { TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'
import type { SuppressionReason } from '../../suppressions/index.ts'
import type { AddressedContent } from '../content/content.ts'
import type { MailRecipients } from './recipients.schema.ts'
import { hourOf } from '../record/record.queries.ts'
import { giveUpAt, LANE_NUMBERS } from '../queue/retry-schedule.ts'
import type { Lane } from '../queue/retry-schedule.ts'

export type Blob = { hash: Buffer; bytes: Buffer }

type NewContent = { projectId: ProjectId; content: AddressedContent; blobs: readonly Blob[]; now: Date }

/** A content that is there already is the same one: its id is made from all that is in it. */
export async function insertContent(
  trx: Db | Trx,
  { projectId, content, blobs, now }: NewContent,
): Promise<void> {
  // In one order, so that two transactions with the same attachments wait for each other instead of locking each other out.
  for (const { hash, bytes } of blobs.toSorted((one, other) => one.hash.compare(other.hash))) {
    await trx
      .insertInto('blobs')
      .values({ project_id: projectId, hash, bytes, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await trx
    .insertInto('contents')
    .values({
      project_id: projectId,
      id: content.id,
      hash: content.hash,
      subject: content.subject,
      html: content.html,
      text_part: content.text,
      is_plain: content.isPlain,
      links: [...content.links],
      track_opens: content.trackOpens,
      from_email: content.fromEmail,
      from_name: content.fromName,
      reply_to: content.replyTo,
      headers: JSON.stringify(content.headers),
      attachments: JSON.stringify(content.attachments),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type NewEmail = {
  projectId: ProjectId
  id: EmailId
  contentId: ContentId
  address: string
  /** Whose variables fill it: the address itself, or for a copy (cc, bcc) the one in `to`. */
  contactAddress: string
  isCopy: boolean
  /** Becomes data.name of a contact that has none. */
  contactName: string | null
  lane: Lane
  source: 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW' | 'TEST'
  templateId: TemplateId | null
  messageId: string
  recipients: MailRecipients | null
  tags: readonly string[]
  scheduledFor: Date | null
  now: Date
}

export type AcceptedEmail = {
  id: EmailId
  contact_id: ContactId | null
  status: 'QUEUED' | 'SCHEDULED' | 'SUPPRESSED'
  reason: SuppressionReason | 'unsubscribed' | null
}

/** The mails of one call, which all get the same values. */
export type NewCall = { variables: Record<string, unknown>; emails: readonly NewEmail[] }

/** A call as the statement takes it. Written down before it meets others: if that fails, it fails for this call alone. */
export type WrittenCall = {
  /** No other call of the same statement has it. */
  call: number
  rows: string
  /** About how much is stored for it. */
  bytes: number
}

/** The values stand in the first row alone: fifty recipients with 256 kB each would be 13 MB to write and to read. */
export function writeCall(call: number, { variables, emails }: NewCall): WrittenCall {
  const rows = emails
    .map((email, place) =>
      JSON.stringify({ call, place, ...toRow(email), ...(place === 0 && { variables }) }),
    )
    .join()
  const copies = emails.length - 1
  return { call, rows, bytes: rows.length + (copies > 0 ? copies * JSON.stringify(variables).length : 0) }
}

/** All mails of a call are accepted or none is. */
export type AcceptedCall = { call: number; emails: AcceptedEmail[] }

const GIVEN = sql.raw(
  'call integer, place integer, project_id uuid, id uuid, content_id uuid, address text, email text, name text, is_copy boolean, contact_id uuid, change_id uuid, status text, lane smallint, source text, template_id uuid, message_id text, recipients jsonb, variables jsonb, tags text[], run_at timestamptz, give_up_at timestamptz, event_id uuid, at timestamptz',
)

/**
 * Contacts and mails of any number of calls, in one statement. A recipient who may not be written to gets a row too,
 * which says so. A call whose contact was made by a neighbour in the same moment is not among the answers: nothing of
 * it was written, and it has to be given again.
 */
export function acceptCalls(calls: readonly WrittenCall[]): RawBuilder<AcceptedCall> {
  const given = `[${calls.map(({ rows }) => rows).join()}]`
  return sql<AcceptedCall>`
    with given as materialized (
      select *, address like ${sql.lit(`%@${TEST_RECIPIENT_DOMAIN}`)} as is_acted
      from json_to_recordset(${given}::json) as g (${GIVEN})
    ), wanted as materialized (
      select distinct on (project_id, email) project_id, email, name, contact_id, change_id, at
      from given order by project_id, email, name
    ), ${ensureWanted()}, matched as materialized (
      select g.*, k.id as known_id, case
        when s.reason is not null and not g.is_acted then s.reason
        when g.lane = ${sql.lit(LANE_NUMBERS.marketing)} and not k.subscribed then 'unsubscribed' end as stop
      from given as g
      left join known as k on k.project_id = g.project_id and k.email = g.email
      left join suppressions as s on s.project_id = g.project_id and s.email = g.address
        and (s.expires_at is null or s.expires_at > g.at)
    ), ready as materialized (
      select * from matched where call not in (select call from matched where known_id is null)
    ), queued as (
      insert into emails (project_id, id, content_id, contact_id, address, status, lane, source, template_id, message_id,
        recipients, variables, tags, run_at, give_up_at, reason, created_at)
      select r.project_id, r.id, r.content_id, case when r.is_copy then null else r.known_id end, r.address,
        case when r.stop is null then r.status else 'SUPPRESSED' end, r.lane, r.source, r.template_id, r.message_id,
        case when r.is_copy then r.recipients || jsonb_build_object('contactId', r.known_id) else r.recipients end,
        first.variables, r.tags, r.run_at, r.give_up_at, r.stop, r.at
      from ready as r join ready as first on first.call = r.call and first.place = 0
    ), stopped as (
      select project_id, event_id, case when is_copy then null else known_id end as contact_id, id,
        jsonb_build_object('reason', stop) as data, at, is_acted
      from ready where stop is not null
    ), noted as (
      insert into email_events (project_id, email_id, id, type, data, created_at)
      select project_id, id, event_id, 'suppressed', data, at from stopped
    ), announced as (${insertEvents(sql`
      select project_id, event_id, 'email.suppressed', contact_id, id, data, at from stopped`)}
    ), tallied as (
      insert into counter_deltas (project_id, counter, label, delta)
      select project_id, 'mail', ${hourOf(sql`at`)} || ' suppressed', count(*)
      from stopped where not is_acted group by 1, 3
    )
    select call, json_agg(json_build_object('id', id, 'contact_id', case when is_copy then null else known_id end,
      'status', case when stop is null then status else 'SUPPRESSED' end, 'reason', stop) order by place) as emails
    from ready group by call`
}

function toRow(email: NewEmail) {
  const { now } = email
  const isScheduled = email.scheduledFor !== null && email.scheduledFor > now
  const due = (isScheduled ? email.scheduledFor : null) ?? now
  return {
    project_id: email.projectId,
    id: email.id,
    content_id: email.contentId,
    address: email.address,
    email: email.contactAddress,
    name: email.contactName,
    is_copy: email.isCopy,
    contact_id: newId<ContactId>(now),
    change_id: newId<EventId>(now),
    status: isScheduled ? 'SCHEDULED' : 'QUEUED',
    lane: LANE_NUMBERS[email.lane],
    source: email.source,
    template_id: email.templateId,
    message_id: email.messageId,
    recipients: email.recipients,
    tags: email.tags.length === 0 ? null : email.tags,
    run_at: due,
    give_up_at: giveUpAt(email.lane, due),
    event_id: newId<EventId>(now),
    at: now,
  }
}
