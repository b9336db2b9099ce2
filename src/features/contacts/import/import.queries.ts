// The statements of an import: COPY writes a batch of rows into a staging table of the transaction, from where they are
// merged into contacts.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LedgerSource } from '../../../platform/consent-source.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { copyText } from '../../../platform/db/copy.ts'
import type { CopyInto } from '../../../platform/db/copy.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId } from '../../../platform/ids.ts'
import { sourced } from '../consent/consent-sources.queries.ts'
import { insertEvents } from '../../events/index.ts'
import { topicEvents, toTopicInput } from '../topics/topic-choices.queries.ts'
import { eventName } from '../record/contacts.queries.ts'
import type { ImportedContact } from '../csv/csv-row.ts'

/** GIN indexes collect new entries in a list that every search scans; a large import ends by merging it. */
export async function tidySearchIndexes(db: Db): Promise<void> {
  await sql`
    select gin_clean_pending_list('contacts_email_search'), gin_clean_pending_list('contacts_data'),
      gin_clean_pending_list('contacts_topics')`.execute(db)
}

/**
 * For a project newer than the last statistics the planner expects one row, and then scans the whole project instead of
 * using an index (300,000 contacts: 130 ms for a search instead of 20, seconds for a batch of a bulk action). Autovacuum runs
 * only once a minute. This takes half a second; it is skipped if another session is doing it.
 */
export async function renewStatistics(db: Db): Promise<void> {
  await sql`analyze (skip_locked) contacts`.execute(db)
}

export type MergeOptions = {
  projectId: ProjectId
  now: Date
  subscribed: boolean
  resubscribe: boolean
  events: boolean
  source: LedgerSource
}

/** Writes the rows, whose addresses must be distinct, as one unit. @returns how many of the contacts are new */
export async function mergeContacts(
  trx: Trx,
  copyInto: CopyInto,
  { rows, ...options }: MergeOptions & { rows: readonly ImportedContact[] },
): Promise<number> {
  await sql`
    create temporary table import_rows
      (id uuid primary key, event_id uuid, email text, subscribed boolean, before text, paused_until timestamptz,
        topic_choices jsonb, topic_event_ids jsonb, data jsonb) on commit drop`.execute(trx)
  await copyInto('import_rows', rows.map((row) => stagingLine(row, options)).join(''))
  await mergeStaged(trx, options)
  const created = await countCreated(trx, options)
  await sql`drop table import_rows`.execute(trx)
  return created
}

/** A new contact has the id of its row. */
async function countCreated(trx: Trx, { projectId }: Pick<MergeOptions, 'projectId'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_rows as s
    join contacts as c on c.project_id = ${projectId} and c.id = s.id`.execute(trx)
  return rows[0]?.count ?? 0
}

/** The contacts with these addresses that are not subscribed. */
export async function listUnsubscribed(
  trx: Trx,
  { projectId, emails }: { projectId: ProjectId; emails: readonly string[] },
): Promise<ContactId[]> {
  if (emails.length === 0) return []
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts
    where project_id = ${projectId} and email = any(${emails}::text[]) and not subscribed`.execute(trx)
  return rows.map(({ id }) => id)
}

function stagingLine(
  { email, subscribed, before, pausedUntil, topics, data }: ImportedContact,
  { events, now }: MergeOptions,
): string {
  const id = newId<ContactId>(now)
  const eventId = events ? newId<EventId>(now) : null
  const { topic_choices: choices, topic_event_ids: eventIds } = toTopicInput(topics, now)
  const until = pausedUntil && pausedUntil.toISOString()
  const values = [
    id,
    eventId,
    email,
    subscribed,
    before,
    until,
    jsonOf(choices),
    jsonOf(events ? eventIds : null),
  ]
  return `${values.map(copyText).join('\t')}\t${copyText(JSON.stringify(data))}\n`
}

const jsonOf = (value: object | null) => value && JSON.stringify(value)

/** Whether the contact `c` has unsubscribed. A contact that is asked to come back has not done so yet: anyone may have asked. */
const HAS_LEFT = sql`(c.before_subscribing is null or (c.before_subscribing = 'PENDING' and exists (
  select from confirmations as f where f.project_id = c.project_id and f.contact_id = c.id and f.ended_at is null
    and f.state_before = 'LEFT')))`

/**
 * Writes all rows in one pass, in the lock order of contacts; a row without changes writes nothing. A conflict clause sees
 * the value that would have been inserted, not whether the row had one, so it looks up the staged row by its primary key.
 */
async function mergeStaged(trx: Trx, options: MergeOptions): Promise<void> {
  const { projectId, now, subscribed, resubscribe, events, source } = options
  // A row may unsubscribe a contact, but subscribes one that has unsubscribed only with `resubscribe`. A contact that was
  // never asked has not unsubscribed.
  const flag = sql`coalesce((
    select s.subscribed and (c.subscribed or not ${HAS_LEFT} or ${resubscribe})
    from import_rows as s where s.id = excluded.id), c.subscribed)`
  // A row lets a contact join a topic that it has left only with `resubscribe`.
  const choices = resubscribe
    ? sql`excluded.topic_choices`
    : sql`excluded.topic_choices - topic_keys(c.topic_choices, false)`
  // A file may be older than a pause, so a row never shortens one. GREATEST ignores nulls.
  const pause = sql`greatest(c.paused_until, excluded.paused_until)`
  // A contact that is asked to confirm still is, if the row may not subscribe it.
  const isWanted = sql`exists (select from import_rows as s where s.id = excluded.id and s.subscribed)`
  const isSaid = sql`exists (select from import_rows as s where s.id = excluded.id and s.subscribed is not null)`
  const merge = sql`
    insert into contacts as c (project_id, id, email, subscribed, before_subscribing, paused_until, topic_choices, topic_event_ids,
      data, subscription_event_id, created_at, updated_at)
    select ${projectId}, id, email, coalesce(subscribed, before is null and ${subscribed}),
      case when subscribed is null then coalesce(before, case when not ${subscribed} then 'NEVER_ASKED' end) end,
      paused_until, coalesce(topic_choices, '{}'), coalesce(topic_event_ids, '{}'), data, event_id, ${now}, ${now}
    from import_rows cross join sourced order by email collate "C"
    on conflict (project_id, email) do update set
      (data, paused_until, topic_choices, topic_event_ids, subscribed, before_subscribing, subscription_event_id, updated_at) = (
      select c.data || excluded.data, ${pause}, c.topic_choices || choices,
        c.topic_event_ids || taken_topic_events(c.topic_choices, choices, excluded.topic_event_ids), flag, case when not ${isSaid} or (${isWanted} and not flag) then c.before_subscribing end,
        case when flag <> c.subscribed then excluded.subscription_event_id else c.subscription_event_id end,
        excluded.updated_at
      from (select ${flag} as flag, ${choices} as choices) as judged
    )
    where c.data || excluded.data is distinct from c.data or c.topic_choices || ${choices} <> c.topic_choices or ${flag} <> c.subscribed
      or (c.before_subscribing is not null and ${isSaid}) or ${pause} is distinct from c.paused_until`
  const naming = sourced(source)
  await (events ? withEvents(naming, merge) : sql`with ${naming} ${merge}`).execute(trx)
}

function withEvents(naming: RawBuilder<unknown>, merge: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with ${naming}, merged as (${merge} returning c.*)
    ${insertEvents(sql`
      select merged.project_id, merged.subscription_event_id, ${eventName(sql`merged.id = staged.id`, 'merged')}, merged.id, null::uuid, '{}'::jsonb, merged.updated_at
      from merged join import_rows as staged on staged.event_id = merged.subscription_event_id
      union all ${topicEvents({
        from: sql`merged as c join import_rows as g on g.email = c.email`,
        at: sql`c.updated_at`,
      })}`)}`
}
