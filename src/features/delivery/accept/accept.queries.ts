// Writes accepted emails: new contents and attachments, and one row per recipient. One statement may hold the emails of
// many callers; each row carries its project.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, ContentId, EmailId, EventId, ProjectId, TemplateId } from '../../../platform/ids.ts'
import { ensureContactsSql } from '../../contacts/index.ts'
import { insertEvents } from '../../events/index.ts'
import { suppressionInForce, TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'
import type { SuppressionReason } from '../../suppressions/index.ts'
import { useObjects } from '../../../platform/objects/unused-objects.queries.ts'
import type { AddressedContent } from '../content/content.ts'
import type { Blob } from '../content/contents.queries.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'
import type { Lane } from '../queue/retry-schedule.ts'
import { scheduleOf } from '../queue/schedule.ts'
import { controlGroupSql } from '../../goals/index.ts'
import { isInTopic, stopReason } from '../gates/recipient-gates.queries.ts'
import { topicIdOf } from '../queue/topic-state.queries.ts'
import type { EmailRecipients } from '../queue/recipients.schema.ts'
import { insertEnded, insertPayloads } from '../record/end.queries.ts'
import { insertNotes } from '../record/notes.queries.ts'
import { insertTally } from '../tally/tally.queries.ts'
import { SUPPRESSED_TEST_ADDRESS } from '../transports/test-recipients.ts'

type NewContent = {
  projectId: ProjectId
  content: AddressedContent
  blobs: readonly Blob[]
  /** The recipient, if the content was written for a single one. */
  soleAddress?: string | null
  now: Date
}

/** Idempotent: the id of a content is derived from everything in it. */
export async function insertContent(
  trx: Db | Trx,
  { projectId, content, blobs, soleAddress = null, now }: NewContent,
): Promise<void> {
  // In one order, so that two transactions with the same attachments do not deadlock.
  for (const blob of blobs.toSorted((one, other) => one.hash.compare(other.hash))) {
    await insertBlob(trx, { projectId, blob, now })
  }
  await sql`
    insert into contents as c (project_id, id, subject, is_plain, links, track_opens, from_email, from_name, reply_to,
      headers, sole_address, created_at, used_at)
    values (${projectId}, ${content.id}, ${content.subject}, ${content.isPlain}, ${[...content.links]}::text[],
      ${content.trackOpens}, ${content.fromEmail}, ${content.fromName}, ${content.replyTo}, ${JSON.stringify(content.headers)},
      ${soleAddress}, ${now}, ${now})
    on conflict (project_id, id) do update set used_at = excluded.used_at, erased_at = null, subject = excluded.subject,
      links = excluded.links, headers = excluded.headers, sole_address = excluded.sole_address, uses = 0
    where c.erased_at is not null`.execute(trx)
  await trx
    .insertInto('content_bodies')
    .values({
      project_id: projectId,
      content_id: content.id,
      html: content.html,
      text_part: content.text,
      attachments: JSON.stringify(content.attachments),
      translations: translationsOf(content),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NewBlob = { projectId: ProjectId; blob: Blob; now: Date }

/** If the project has the bytes already, an object that was written for them stays unused and is deleted later. */
async function insertBlob(trx: Db | Trx, { projectId, blob, now }: NewBlob): Promise<void> {
  const { hash, bytes, objectKey } = blob
  const where = objectKey === undefined ? { bytes } : { bytes: null, object_key: objectKey }
  const stored = await trx
    .insertInto('blobs')
    .values({ project_id: projectId, hash, used_at: now, ...where })
    .onConflict((conflict) => conflict.columns(['project_id', 'hash']).doUpdateSet({ used_at: now }))
    .returning('object_key')
    .executeTakeFirst()
  if (objectKey === undefined || stored?.object_key !== objectKey) return
  await useObjects(trx, { projectId, keys: [objectKey] })
}

const translationsOf = ({ translations = [] }: AddressedContent): string | null =>
  translations.length === 0 ? null : JSON.stringify(translations)

export type NewEmail = {
  projectId: ProjectId
  id: EmailId
  contentId: ContentId
  address: string
  /** The contact whose variables fill it: the address itself, or for a copy (cc, bcc) the one in `to`. */
  contactAddress: string
  isCopy: boolean
  /** Stored as data.name of a contact that has none. */
  contactName: string | null
  lane: Lane
  source: 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW' | 'TEST'
  templateId: TemplateId | null
  /** The key of its topic; transactional email ignores it. */
  topic?: string | null
  /** Null for the default: the id at the domain of the sender. */
  messageId: string | null
  recipients: EmailRecipients | null
  tags: readonly string[]
  scheduledFor: Date | null
  /** Sent after this email, unless that one is deferred. */
  afterEmailId?: EmailId | undefined
  now: Date
}

export type AcceptedEmail = {
  id: EmailId
  contact_id: ContactId | null
  status: 'QUEUED' | 'SCHEDULED' | 'SUPPRESSED'
  reason: SuppressionReason | 'unsubscribed' | 'not_subscribed' | 'paused' | 'not_in_topic' | null
  /** Indexes of the `contactPaths` of the call at which the contact has no value; null without paths. */
  lacking: number[] | null
}

/** The emails of one call, which share their variables. */
export type NewCall = {
  variables: Record<string, unknown>
  /** Paths in the data of contacts; the result says which of them have no value. */
  contactPaths?: readonly (readonly string[])[]
  emails: readonly NewEmail[]
}

/** A call as the statement reads it. Serialized before it is batched, so that a failure affects this call alone. */
export type SerializedCall = {
  /** The number of the call, unique within the statement. */
  call: number
  rows: string
  /** The approximate size of its rows. */
  bytes: number
}

/** Only the first row carries the variables: fifty recipients with 256 kB each would be 13 MB to write and to read. */
export function serializeCall(
  call: number,
  { variables, contactPaths = [], emails }: NewCall,
): SerializedCall {
  const ofCall = { variables, paths: contactPaths.length === 0 ? null : contactPaths }
  const rows = emails
    .map((email, place) => JSON.stringify({ call, place, ...toRow(email), ...(place === 0 && ofCall) }))
    .join()
  const copies = emails.length - 1
  return { call, rows, bytes: rows.length + (copies > 0 ? copies * JSON.stringify(variables).length : 0) }
}

/** A call is accepted as a whole; `emails` is null if the content of one has to be stored (again) first. */
export type AcceptedCall = { call: number; emails: AcceptedEmail[] | null }

const CALL_COLUMNS = sql.raw(
  'call integer, place integer, project_id uuid, id uuid, content_id uuid, address text, email text, name text, is_copy boolean, contact_id uuid, change_id uuid, status text, lane smallint, source text, template_id uuid, topic text, message_id text, recipients jsonb, variables jsonb, paths jsonb, tags text[], run_at timestamptz, scheduled_for timestamptz, give_up_at timestamptz, after_email_id uuid, event_id uuid, at timestamptz',
)

/**
 * Bodies are erased weeks after their last use, so the time of use is stored, once a day. Bodies written for one
 * contact are erased with the contact, so their uses are counted. The statement locks these rows until the commit, in
 * the order of the key; it waits for a content that is being erased, and then reports it as missing.
 */
const NOTED_EVERY = sql.raw("interval '1 day'")

// A content that one recipient gets again and again is not personal. Counting stops there, because every call would
// have to write the same row, one after the other.
const MOST_COUNTED_USES = 100

/**
 * Inserts the contacts and emails of any number of calls in one statement. An email to a suppressed or unsubscribed
 * recipient goes into the record at once. A call whose contact was created by another transaction at the same time is
 * missing from the result: nothing of it was written, and it has to be repeated.
 */
export function insertAcceptedEmails(calls: readonly SerializedCall[]): RawBuilder<AcceptedCall> {
  const given = `[${calls.map(({ rows }) => rows).join()}]`
  const contactId = sql`case when is_copy then null else known_id end`
  const shown = sql`case when is_copy then recipients || jsonb_build_object('contactId', known_id) else recipients end`
  return sql<AcceptedCall>`
    with given as materialized (
      select *, address like ${sql.lit(`%@${TEST_RECIPIENT_DOMAIN}`)} as is_simulated
      from json_to_recordset(${given}::json) as g (${CALL_COLUMNS})
    ), used as materialized (
      select c.project_id, c.id, c.used_at < u.at - ${NOTED_EVERY} as is_stale, c.sole_address is not null as is_counted,
        u.at, u.only_email
      from (select project_id, content_id, max(at) as at, case when min(email) = max(email) then min(email) end as only_email
        from given group by 1, 2) as u
      join contents as c on c.project_id = u.project_id and c.id = u.content_id and c.erased_at is null
    ), renewed as materialized (
      select c.project_id, c.id from contents as c
      join used as u on u.project_id = c.project_id and u.id = c.id and (u.is_stale or u.is_counted)
      where c.erased_at is null order by c.project_id, c.id for update of c
    ), stored as materialized (
      select project_id, id from used where not is_stale and not is_counted union all select project_id, id from renewed
    ), unstored as materialized (
      select distinct call from given as g
      where not exists (select from stored as s where s.project_id = g.project_id and s.id = g.content_id)
    ), wanted as materialized (
      select distinct on (project_id, email) project_id, email, name, contact_id, change_id, at
      from given where call not in (select call from unstored) order by project_id, email, name
    ), ${ensureContactsSql()}, matched as materialized (
      select g.*, k.id as known_id, ${stop} as stop, ${topicIdOf(sql`g.project_id`, sql`g.topic`)} as topic_id
      from given as g
      left join known as k on k.project_id = g.project_id and k.email = g.email
      left join suppressions as s on s.project_id = g.project_id and s.email = g.address and ${suppressionInForce('s')}
    ), ready as materialized (
      select m.*, first.variables as of_call, first.paths as paths_of_call from matched as m
      join given as first on first.call = m.call and first.place = 0
      where m.call not in (select call from matched where known_id is null)
    ), noted_use as (
      update contents as c set used_at = case when u.is_stale then u.at else c.used_at end, uses = c.uses + r.count,
        sole_address = case when c.sole_address = u.only_email and c.uses < ${sql.lit(MOST_COUNTED_USES)} then c.sole_address end
      from used as u join (
        select renewed.project_id, renewed.id, count(ready.id)::int as count from renewed
        left join ready on ready.project_id = renewed.project_id and ready.content_id = renewed.id group by 1, 2
      ) as r on r.project_id = u.project_id and r.id = u.id
      where c.project_id = u.project_id and c.id = u.id
    ), queued as (
      insert into email_queue (project_id, email_id, lane, status, run_at, give_up_at, content_id, contact_id, template_id,
        source, address, message_id, recipients, variables, tags, scheduled_for, after_email_id, topic_id)
      select project_id, id, lane, status, run_at, give_up_at, content_id, ${contactId}, template_id,
        source, address, message_id, ${shown}, of_call, tags, scheduled_for, after_email_id, topic_id
      from ready where stop is null
    ), stopped as materialized (
      select *, ${contactId} as stopped_contact_id, jsonb_build_object('reason', stop) as data
      from ready where stop is not null
    ), ended as (${insertEnded(sql`
      select project_id, id, content_id, stopped_contact_id, template_id, null, scheduled_for, lane, 0, 'SUPPRESSED',
        source, address, message_id, null, ${shown}, tags, null, stop, null::uuid, null::smallint, null::uuid, topic_id from stopped`)}
    ), payloads as (${insertPayloads(sql`select project_id, id, of_call from stopped`)}
    ), noted as (${insertNotes(sql`select project_id, id, event_id, 'suppressed', data, at from stopped`)}
    ), announced as (${insertEvents(sql`
      select project_id, event_id, 'email.suppressed', stopped_contact_id, id, data, at from stopped`)}
    ), tallied as (${insertTally(sql`select project_id, at, 'suppressed', 1 from stopped where not is_simulated`)})
    select call, json_agg(json_build_object('id', id, 'contact_id', ${contactId}, 'status',
      case when stop is null then status else 'SUPPRESSED' end, 'reason', stop, 'lacking', ${lacking()}) order by place) as emails
    from ready group by call
    union all select call, null from unstored`
}

/** Why the email `g` to the contact `k`, whose suppression is `s`, is not sent. Transactional email has no topic here. */
const stop = stopReason({
  contact: 'k',
  isMarketing: sql`(g.lane = ${sql.lit(LANE_NUMBERS.marketing)})`,
  suppressedFor: sql`case when not g.is_simulated then s.reason
    when g.address ~ ${sql.lit(SUPPRESSED_TEST_ADDRESS)} then 'manual' end`,
  isOutsideTopic: sql`(g.topic is not null and (
    select not ${isInTopic} from topics as t where t.project_id = g.project_id and t.key = g.topic))`,
  // Callers of POST /v1/send decide themselves whom they write to.
  isControlled: sql`(g.source = 'WORKFLOW' and not g.is_simulated and (
    select ${controlGroupSql({ projectId: sql`g.project_id`, contactId: sql`k.id`, percent: sql`p.control_percent` })}
    from projects as p where p.id = g.project_id))`,
})

/**
 * The paths of the call at which the contact had no value before this statement. The contact is read again for it, and
 * only if there are paths: otherwise the statement carries no data of contacts.
 */
const lacking = (): RawBuilder<unknown> => sql`case when paths_of_call is not null then (
  with stored as materialized (
    -- Unpacked here, once for all paths.
    select c.data || '{}' as data from contacts as c where c.project_id = ready.project_id and c.email = ready.email
  )
  select coalesce(json_agg(number - 1 order by number), '[]')
  from jsonb_array_elements(paths_of_call) with ordinality as p (path, number)
  where coalesce(jsonb_typeof((select data from stored) #> array(select jsonb_array_elements_text(p.path))), 'null') = 'null'
) end`

function toRow(email: NewEmail) {
  const { now } = email
  const { status, runAt, scheduledFor, giveUpAt } = scheduleOf(email)
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
    status,
    lane: LANE_NUMBERS[email.lane],
    source: email.source,
    template_id: email.templateId,
    topic: email.lane === 'marketing' ? (email.topic ?? null) : null,
    message_id: email.messageId,
    recipients: email.recipients,
    tags: email.tags.length === 0 ? null : email.tags,
    run_at: runAt,
    scheduled_for: scheduledFor,
    give_up_at: giveUpAt,
    after_email_id: email.afterEmailId ?? null,
    event_id: newId<EventId>(now),
    at: now,
  }
}
