// Contacts in SQL. The column subscription_event_id shows whether a write changed `subscribed` (migrations/0003): the statement
// offers a new event id, and the row has it afterwards exactly if this statement changed the flag.
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import { readCounter } from '../../../platform/db/counters.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containing } from '../../../platform/db/like.ts'
import { cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { Contacts } from '../../../platform/db/tables.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId } from '../../../platform/ids.ts'
import type { ContactSort } from '../../../platform/record-sorts.values.ts'
import type { LedgerSource } from '../../../platform/consent-source.ts'
import { sourced } from '../consent/consent-sources.queries.ts'
import { insertEvents } from '../../events/index.ts'
import type { DataChange } from '../data/contact-data.ts'
import { mergedEventIds, mergedChoices, topicEvents, toTopicInput } from '../topics/topic-choices.queries.ts'
import type { SubscriptionState } from '../../filters/language/subscription-states.values.ts'
import type { Contact, TopicChoices } from '../contacts.schema.ts'
import { activePause } from './pauses.ts'

export type ContactRow = Pick<
  Selectable<Contacts>,
  | 'id'
  | 'email'
  | 'subscribed'
  | 'before_subscribing'
  | 'topic_choices'
  | 'paused_until'
  | 'data'
  | 'created_at'
  | 'updated_at'
>
type ContactRef = { projectId: ProjectId; contactId: ContactId }
export type Filter = {
  search?: string | undefined
  subscribed?: boolean | undefined
  email?: string | undefined
  /** A filter tree as an SQL condition. */
  matching?: RawBuilder<unknown> | undefined
  /** The filter tree as a union of conditions, if that is faster for finding all matching contacts. */
  alternatives?: readonly RawBuilder<unknown>[]
  /** Whether the row of a contact alone decides, so that a few contacts can be asked at little cost. */
  isContactOnly?: boolean
}

export const COLUMNS = sql.raw(
  'id, email, subscribed, before_subscribing, topic_choices, paused_until, data, created_at, updated_at',
)

/** `now`: a pause that is over is not shown. */
export function toContact(row: ContactRow, now: Date): z.infer<typeof Contact> {
  return {
    id: row.id,
    email: row.email,
    subscribed: row.subscribed,
    subscriptionState: stateOf(row),
    topics: row.topic_choices as Record<string, boolean>,
    pausedUntil: activePause(row.paused_until, now)?.toISOString() ?? null,
    data: row.data as Record<string, unknown>,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** "Subscription" of docs/states.md. */
export function stateOf(row: Pick<ContactRow, 'subscribed' | 'before_subscribing'>): SubscriptionState {
  const { subscribed, before_subscribing: before } = row
  if (subscribed) return 'SUBSCRIBED'
  return (before ?? 'LEFT') as SubscriptionState
}

export async function findContact(
  db: Db | Trx,
  { projectId, contactId }: ContactRef,
): Promise<ContactRow | undefined> {
  const { rows } =
    await sql<ContactRow>`select ${COLUMNS} from contacts where project_id = ${projectId} and id = ${contactId}`.execute(
      db,
    )
  return rows[0]
}

type ListOptions = { projectId: ProjectId; filter: Filter; limit: number; before?: string | undefined }

/** Newest first. For reading page after page: walking the primary key beats finding all hits of a search for each page. */
export async function listContacts(
  db: Db | Trx,
  { projectId, filter, limit, before }: ListOptions,
): Promise<Page<ContactRow>> {
  const after = before === undefined ? sql`` : sql`and id < ${before}::uuid`
  const { rows } = await sql<ContactRow>`
    select ${COLUMNS} from contacts where ${matching(projectId, filter)} ${after}
    order by id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

// Shorter texts contain no trigram, so the index cannot help, and two plain statements are faster than one that materializes
// all hits (`@`, a million: 350 ms instead of 600).
const SHORTEST_INDEXED = 3

export type CountedPage = { page: Page<ContactRow>; total: number | null }

/** One page, newest first, and the exact total on request. */
export async function listAndCountContacts(
  db: Db | Trx,
  { isTotalWanted, ...options }: ListOptions & { isTotalWanted: boolean },
): Promise<CountedPage> {
  // Counting the matches of a tree scans all contacts, and finds the page along the way.
  const isSingleScan = isTotalWanted && options.filter.matching !== undefined
  const recent = isSingleScan && options.filter.isContactOnly ? await listRecent(db, options) : []
  if (recent.length > options.limit) {
    return { page: cutPage(recent, options.limit), total: await countContacts(db, options) }
  }
  if (isSingleScan || searchText(options.filter).length >= SHORTEST_INDEXED) {
    return searchContacts(db, { isTotalWanted, ...options })
  }
  const page = await listContacts(db, options)
  return { page, total: isTotalWanted ? await countContacts(db, options) : null }
}

/** As `listAndCountContacts`, in one of the other orders. Without a filter an index has each of them. */
export async function listContactsInOrder(
  db: Db | Trx,
  { sort, isTotalWanted, ...options }: ListOptions & { sort: ContactSort; isTotalWanted: boolean },
): Promise<CountedPage> {
  const { projectId, filter, limit, before } = options
  const isDescending = sort.startsWith('-')
  const key = sql.ref(contactSortColumn(sort))
  const position =
    before === undefined ? sql`` : sql`and ${key} ${sql.raw(isDescending ? '<' : '>')} ${before}`
  const { rows } = await sql<ContactRow>`
    select ${COLUMNS} from contacts where ${matching(projectId, filter)} ${position}
    order by ${key} ${sql.raw(isDescending ? 'desc' : 'asc')} limit ${limit + 1}`.execute(db)
  return { page: cutPage(rows, limit), total: isTotalWanted ? await countContacts(db, options) : null }
}

/** Ids are in the order of creation. Both columns are unique in a project. */
export const contactSortColumn = (sort: ContactSort): 'id' | 'email' =>
  sort.endsWith('email') ? 'email' : 'id'

// A filter that matches one in a hundred contacts fills the usual page from these, within some milliseconds.
const RECENT_CONTACTS = 2_000

/**
 * The newest matches among the newest contacts. If they fill the page, the matches have only to be counted, which parallel
 * processes do for themselves: handing 800,000 hits to one of them takes longer than finding them.
 */
async function listRecent(
  db: Db | Trx,
  { projectId, filter, limit, before }: ListOptions,
): Promise<ContactRow[]> {
  const after = before === undefined ? sql`` : sql`and id < ${before}::uuid`
  const { rows } = await sql<ContactRow>`
    select ${COLUMNS} from (
      select * from contacts where project_id = ${projectId} ${after} order by id desc limit ${RECENT_CONTACTS}
    ) as contacts
    where ${matching(projectId, filter)} order by id desc limit ${limit + 1}`.execute(db)
  return rows
}

/**
 * Page and total of a search from one scan of contacts_email_search, which is nearly all the cost. The hits are materialized:
 * otherwise the planner may walk the primary key backwards and read a million rows for the twenty that match. The rows of
 * the page are fetched by ctid, which is stable within a statement, and not by id: with statistics older than the project's
 * contacts the planner expects the project to be empty, and then scans it for each of the twenty (300,000 contacts: 2,700 ms
 * instead of 130).
 */
async function searchContacts(
  db: Db | Trx,
  { projectId, filter, limit, before, isTotalWanted }: ListOptions & { isTotalWanted: boolean },
): Promise<CountedPage> {
  const after = before === undefined ? sql`` : sql`where id < ${before}::uuid`
  const { rows } = await sql<(ContactRow | { id: null }) & { total: number | null }>`
    with hits as materialized (${allMatching(projectId, filter)})
    select ${COLUMNS}, total
    from (select ${isTotalWanted ? sql`(select count(*) from hits)` : sql`null::bigint`} as total) as counted
    left join contacts on contacts.ctid = any(array(select place from hits ${after} order by id desc limit ${limit + 1}))
    order by id desc`.execute(db)
  // An empty page is one row that holds only the total.
  const found = rows.filter((row): row is ContactRow & { total: number | null } => row.id !== null)
  return { page: cutPage(found, limit), total: rows[0]?.total ?? null }
}

function allMatching(projectId: ProjectId, filter: Filter): RawBuilder<unknown> {
  const { alternatives = [filter.matching] } = filter
  const scans = alternatives.map(
    (one) =>
      sql`select id, ctid as place from contacts where ${matching(projectId, { ...filter, matching: one })}`,
  )
  return sql.join(scans, sql` union `)
}

/** Exact. Without a search or filter it is read from counters, so it costs the same at any size. */
export async function countContacts(
  db: Db | Trx,
  { projectId, filter }: { projectId: ProjectId; filter: Filter },
): Promise<number> {
  if (searchText(filter) === '' && filter.email === undefined && filter.matching === undefined) {
    const counts = await readCounter(db, { projectId, counter: 'contacts' })
    const total = counts.get('') ?? 0
    const subscribed = counts.get('subscribed') ?? 0
    if (filter.subscribed === undefined) return total
    return filter.subscribed ? subscribed : total - subscribed
  }
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${allMatching(projectId, filter)}) as hits`.execute(db)
  return rows[0]?.count ?? 0
}

export function matching(projectId: ProjectId, filter: Filter): RawBuilder<unknown> {
  const { subscribed, email } = filter
  const text = searchText(filter)
  const conditions = [sql`project_id = ${projectId}`]
  if (subscribed !== undefined) conditions.push(sql`subscribed = ${subscribed}`)
  if (email !== undefined) conditions.push(sql`email = ${email}`)
  // Uses the index contacts_email_search. Addresses are stored in lower case, so LIKE is enough.
  if (text !== '') conditions.push(sql`email like ${containing(text)}`)
  if (filter.matching) conditions.push(filter.matching)
  return sql.join(conditions, sql` and `)
}

/** An empty search counts as no search, so that it does not scan all addresses. */
const searchText = ({ search = '' }: Filter) => search.trim().toLowerCase()

export const eventName = (isNew: RawBuilder<unknown>, table: string): RawBuilder<unknown> =>
  sql`case when ${isNew} then 'contact.created' when ${sql.ref(`${table}.subscribed`)} then 'contact.subscribed' else 'contact.unsubscribed' end`

/**
 * Locks the contact, and the one that has its new address, in the lock order of contacts. The update alone would lock the
 * contact first and then wait for the address.
 */
export async function lockForAddress(
  trx: Trx,
  { projectId, contactId, email }: ContactRef & { email: string },
): Promise<void> {
  await sql`
    select from contacts where project_id = ${projectId} and id = any(
      array(select id from contacts where project_id = ${projectId} and email = ${email}) || ${contactId}::uuid
    ) order by email for update`.execute(trx)
}

type Change = {
  contactId: ContactId
  email: string | undefined
  subscribed: boolean | undefined
  topics?: TopicChoices | undefined
  data: DataChange
  source: LedgerSource
}

/** Updates distinct contacts in one statement. @returns those that exist, as they are now */
export async function updateContacts(
  db: Db | Trx,
  { projectId, changes, now }: { projectId: ProjectId; changes: readonly Change[]; now: Date },
): Promise<ContactRow[]> {
  const inputs = changes.map(({ contactId, email, subscribed, topics, data }) => ({
    id: contactId,
    email,
    flag: subscribed,
    ...toTopicInput(topics, now),
    added: data.set,
    removed: data.remove,
    event_id: newId<EventId>(now),
  }))
  const sources = new Map(changes.map(({ contactId, source }) => [contactId, source]))
  const { rows } = await sql<ContactRow>`
    with ${sourced(sources)}, given as (
      select * from jsonb_to_recordset(${JSON.stringify(inputs)}::jsonb) as g (id uuid, email text, flag boolean,
        topic_choices jsonb, topic_event_ids jsonb, added jsonb, removed text[], event_id uuid)
    ), changed as (
      update contacts as c set
        email = coalesce(g.email, c.email),
        data = (c.data || g.added) - g.removed,
        subscribed = coalesce(g.flag, c.subscribed),
        before_subscribing = case when g.flag is null then c.before_subscribing end,
        subscription_event_id = case when g.flag <> c.subscribed then g.event_id else c.subscription_event_id end,
        topic_choices = ${mergedChoices(sql`g.topic_choices`)},
        topic_event_ids = ${mergedEventIds(sql`g.topic_choices`)},
        updated_at = ${now}
      from given as g cross join sourced where c.project_id = ${projectId} and c.id = g.id
      returning c.*
    ), recorded as (${insertEvents(sql`
      select project_id, subscription_event_id, ${eventName(sql`false`, 'changed')}, id, null::uuid, '{}'::jsonb, updated_at
      from changed where subscription_event_id = any(${inputs.map((one) => one.event_id)}::uuid[])
      union all ${topicEvents({ from: sql`changed as c join given as g on g.id = c.id`, at: sql`c.updated_at` })}`)})
    select ${COLUMNS} from changed`.execute(db)
  return rows
}

/** Locks in the lock order of contacts. @returns those that were contacts of this project */
export async function deleteContacts(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly ContactId[] },
): Promise<{ id: ContactId; email: string }[]> {
  const { rows } = await sql<{ id: ContactId; email: string }>`
    with locked as materialized (
      select id from contacts where project_id = ${projectId} and id = any(${ids}::uuid[]) order by email for update
    )
    delete from contacts as c using locked
    where c.project_id = ${projectId} and c.id = locked.id returning c.id, c.email`.execute(trx)
  return rows
}
