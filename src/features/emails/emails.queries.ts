// Reads emails. Waiting emails are in email_queue, ended ones in emails; a page merges the newest of both. Lists use
// the indexes that sending needs anyway: the primary keys and the indexes by contact, rare status, template and tag,
// newest first. emails-search.queries.ts has the search.
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { listCountedMonths, sumOfMonths } from '../../platform/db/counters.ts'
import { firstOfMonth } from '../../platform/db/months.ts'
import { cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { EmailQueue, Emails } from '../../platform/db/tables.ts'
import { lowestIdAfter, lowestIdOf } from '../../platform/ids.ts'
import type { CampaignId, ContactId, ContentId, EmailId, ProjectId, TransportId } from '../../platform/ids.ts'
import type { TimeSort } from '../../platform/record-sorts.values.ts'
import { COMPOSE_COLUMNS, CONTACT_OF_EMAIL, isHeld, LANE_NUMBERS, ofCampaign } from '../delivery/index.ts'
import type { CampaignEmails, EmailRef, EmailToCompose } from '../delivery/index.ts'
import { isTroubleFresh, transportOfRoute } from '../transports/index.ts'
import { findCandidates, findHits, idOrder, isFound } from './emails-search.queries.ts'
import type { EMAIL_STATUSES, HELD_FOR } from './emails.values.ts'
import { ERASED_PREFIX } from './erase/erased-address.ts'

type Columns =
  | 'contact_id'
  | 'address'
  | 'status'
  | 'reason'
  | 'source'
  | 'template_id'
  | 'message_id'
  | 'tags'
  | 'attempts'
  | 'last_reply'
  | 'scheduled_for'
  | 'campaign_id'

/** An email with the fields shown of its content; without its variables, which may be large. */
export type EmailRow = Pick<Selectable<EmailQueue>, Columns> &
  Pick<Selectable<Emails>, 'id' | 'subject' | 'sent_at'> & {
    /** Null once the email has ended, and while its paused campaign holds it. */
    run_at: Date | null
    /** Null if the content has been erased. */
    from_email: string | null
    content_subject: string | null
    held_for: (typeof HELD_FOR)[number] | null
    /** The key of its topic. */
    topic: string | null
    /** Null unless a step of a workflow sent it. */
    workflow_id: string | null
    trace_id: string | null
    /** Null: that of the server. */
    transport: { id: TransportId; name: string } | null
  }

const PAUSED = sql.lit(
  'marketing email of this project is paused; GET /project/health says why, POST /project/health/resume ends it',
)

const CAMPAIGN_PAUSED = sql.lit('its campaign is paused; GET /campaigns/{id} says why')

const SHARED_COLUMNS =
  'project_id, contact_id, address, status, reason, source, template_id, message_id, tags, attempts, last_reply, scheduled_for, content_id, lane, campaign_id, topic_id, recipients'
const QUEUE_COLUMNS = sql.raw(
  `${SHARED_COLUMNS}, email_id as id, null::text as subject, null::timestamptz as sent_at, run_at, route_id, null::uuid as transport_id`,
)
const RECORD_COLUMNS = sql.raw(
  `${SHARED_COLUMNS}, id, subject, sent_at, null::timestamptz as run_at, null::integer as route_id, transport_id`,
)

/** Why a due email (row `e`) still waits; null while its transport works. */
const TROUBLE_OF_EMAIL = sql`(select t.reason from transport_troubles as t
  where e.run_at <= statement_timestamp() and t.route_id = e.route_id and ${isTroubleFresh('t')}
  order by t.since limit 1)`

/** The transport of a project by which an email (row `e`) leaves or left; null: that of the server. */
const TRANSPORT_OF_EMAIL = sql`(select json_build_object('id', t.id, 'name', t.name) from transports as t
  where t.project_id = e.project_id and t.id = coalesce(e.transport_id, ${transportOfRoute(sql`e.route_id`)}))`

/** The key of the topic of an email (row `e`); null also if the topic was deleted. */
const TOPIC_OF_EMAIL = sql.raw(`case when e.topic_id is not null then (
  select t.key from topics as t where t.project_id = e.project_id and t.id = e.topic_id) end`)

/** The limit of the project that holds an email (row `e`). */
const HELD = sql.raw(`case when e.status = 'SCHEDULED' then (
  select q.held_for from email_queue as q where q.project_id = e.project_id and q.email_id = e.id) end`)

/** The reason why a waiting email (with a `run_at`) is not sent comes before the reason of its last attempt. */
const REASON = sql`coalesce(
  (select p.reason from parked_emails as p where p.project_id = e.project_id and p.email_id = e.id),
  (select ${PAUSED} || coalesce(' (' || h.reason || ')', '') from project_health as h
    where e.run_at is not null and e.lane = ${sql.lit(LANE_NUMBERS.marketing)} and e.status <> 'SENDING'
      and h.project_id = e.project_id and h.state = 'PAUSED'),
  case when ${isHeld('e')} then ${CAMPAIGN_PAUSED} end, ${TROUBLE_OF_EMAIL}, e.reason)`
const SHOWN_COLUMNS = sql`e.id, e.contact_id, e.address, e.status, ${REASON} as reason, e.source, e.template_id, e.message_id,
  e.tags, e.attempts, e.last_reply, e.scheduled_for, e.campaign_id, e.subject, e.sent_at, case when not ${isHeld('e')} then e.run_at end as run_at, c.from_email,
  c.subject as content_subject, ${TRANSPORT_OF_EMAIL} as transport, ${HELD} as held_for, ${TOPIC_OF_EMAIL} as topic,
  case when e.source = 'WORKFLOW' then e.recipients ->> 'workflowId' end as workflow_id,
  substr(e.recipients ->> 'traceparent', 4, 32) as trace_id`
const WITH_CONTENT = sql.raw('left join contents as c on c.project_id = e.project_id and c.id = e.content_id')

export async function findEmail(
  db: Db | Trx,
  { projectId, emailId }: EmailRef,
): Promise<EmailRow | undefined> {
  const { rows } = await sql<EmailRow>`
    select ${SHOWN_COLUMNS} from all_emails as e ${WITH_CONTENT}
    where e.project_id = ${projectId} and e.id = ${emailId}`.execute(db)
  return rows[0]
}

/** The columns of email_queue that composing needs, also for an email that has ended. */
const composeSource = ({ projectId, emailId }: EmailRef): RawBuilder<unknown> => sql`(
  select project_id, email_id, content_id, address, lane, source, template_id, message_id, recipients, variables,
    scheduled_for, contact_id, campaign_id, cohort, null::timestamptz as sent_at, false as is_ended
  from email_queue where project_id = ${projectId} and email_id = ${emailId}
  union all
  select e.project_id, e.id, e.content_id, e.address, e.lane, e.source, e.template_id, e.message_id, e.recipients,
    coalesce(p.variables, '{}'), e.scheduled_for, e.contact_id, e.campaign_id, e.cohort, e.sent_at, true
  from emails as e left join email_payloads as p
    on p.project_id = ${projectId} and p.email_id = ${emailId} and p.email_id = e.id
  where e.project_id = ${projectId} and e.id = ${emailId})`

export type EmailToRead = EmailToCompose & { is_ended: boolean; sent_at: Date | null }

/** The email as a worker gets it, to compose it once more for display. */
export async function findEmailToCompose(db: Db | Trx, ref: EmailRef): Promise<EmailToRead | undefined> {
  const { rows } = await sql<EmailToRead>`
    select ${COMPOSE_COLUMNS}, c.is_ended, c.sent_at
    from ${composeSource(ref)} as c ${CONTACT_OF_EMAIL}`.execute(db)
  return rows[0]
}

/** The facts that tracking needs of an email. */
export type TrackedEmail = {
  /** Null also if the contact was deleted. */
  contactId: ContactId | null
  /** Its contact was deleted, and everything about the contact was erased. */
  isErased: boolean
  source: string
  campaignId: CampaignId | null
  /** The part of the campaign's figures in which it counts (migrations, column cohort). */
  cohort: number | null
  /** The workflow and the step that sent it, with a blank between them. */
  workflowStep: string | null
  workflowId: string | null
  templateId: string | null
  contentId: ContentId
  sentAt: Date | null
  links: string[]
  variables: Record<string, unknown>
  /** The contact whose variables filled the email. */
  contact: { id: string; email: string; subscribed: boolean; data: Record<string, unknown> } | null
}

const isErased = (row: string): RawBuilder<boolean> =>
  sql<boolean>`starts_with(${sql.ref(`${row}.address`)}, ${sql.lit(ERASED_PREFIX)})`

export async function findTrackedEmail(db: Db | Trx, ref: EmailRef): Promise<TrackedEmail | undefined> {
  const { rows } = await sql<TrackedEmail>`
    select case when k.id = c.contact_id then k.id end as "contactId", ${isErased('c')} as "isErased", c.source,
      c.campaign_id as "campaignId", c.cohort, workflow_step_of(c.source, c.recipients) as "workflowStep",
      c.recipients ->> 'workflowId' as "workflowId", c.template_id as "templateId", c.content_id as "contentId", c.sent_at as "sentAt", t.links,
      c.variables, case when k.id is not null then
        json_build_object('id', k.id, 'email', k.email, 'subscribed', k.subscribed, 'data', k.data) end as contact
    from ${composeSource(ref)} as c ${CONTACT_OF_EMAIL}
    join contents as t on t.project_id = c.project_id and t.id = c.content_id`.execute(db)
  return rows[0]
}

type Status = (typeof EMAIL_STATUSES)[number]
export type Filter = {
  status?: Status | undefined
  contactId?: string | undefined
  /** Null for a campaign without emails, because it was never started. */
  campaign?: CampaignEmails | null | undefined
  templateId?: string | undefined
  tag?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  search?: string | undefined
  sort?: TimeSort | undefined
}
export type EmailQuery = { projectId: ProjectId; filter: Filter }

type ListOptions = EmailQuery & { limit: number; before: string | undefined }
type CountedPage = { page: Page<EmailRow>; total: number | null }

/** One page, newest first by default, and the exact total, if it is wanted. */
export async function listAndCountEmails(
  db: Db | Trx,
  { isTotalWanted, ...options }: ListOptions & { isTotalWanted: boolean },
): Promise<CountedPage> {
  if (searchText(options.filter) !== '') return searchEmails(db, { isTotalWanted, ...options })
  const page = await (options.filter.tag === undefined ? listEmails(db, options) : listTagged(db, options))
  return { page, total: isTotalWanted ? await countEmails(db, options) : null }
}

/** Cuts the page before it joins the contents. */
async function listEmails(db: Db | Trx, { limit, before, ...options }: ListOptions): Promise<Page<EmailRow>> {
  const { direction, isBeyond } = idOrder(options.filter.sort)
  const parts = partsOf(options).map(({ columns, table, id, where }) => {
    const position = isBeyond(id, before)
    return sql`(select ${columns} from ${table} where ${where} ${position} order by ${id} ${direction} limit ${limit + 1})`
  })
  const { rows } = await sql<EmailRow>`
    select ${SHOWN_COLUMNS} from (
      select * from (${sql.join(parts, sql` union all `)}) as first order by id ${direction} limit ${limit + 1}
    ) as e ${WITH_CONTENT} order by e.id ${direction}`.execute(db)
  return cutPage(rows, limit)
}

/**
 * A page of a tag, month by month. The planner assumes that a tag is evenly spread: for all months at once it scans
 * from the newest email, over millions of them if the tag was used long ago. The counter knows the months that have the
 * tag, and in a single month the planner knows how frequent it is.
 */
async function listTagged(
  db: Db | Trx,
  { limit, before, projectId, filter }: ListOptions,
): Promise<Page<EmailRow>> {
  const ids = new Set<EmailId>()
  const { direction, isBeyond, inOrder } = idOrder(filter.sort)
  const collect = async ({ table, id, where }: Part, range: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: EmailId }>`
      select ${id} as id from ${table} where ${where} ${range} ${isBeyond(id, before)}
      order by ${id} ${direction} limit ${limit + 1}`.execute(db)
    for (const row of rows) ids.add(row.id)
    return rows.length
  }
  // The queue first: an email that ends meanwhile is found twice, which is harmless, and never missed.
  for (const part of partsOf({ projectId, filter })) {
    if (part.isQueue) await collect(part, sql``)
    else await collectByMonth(db, { projectId, filter, limit, collect: (range) => collect(part, range) })
  }
  const first = inOrder([...ids].toSorted().toReversed()).slice(0, limit + 1)
  return cutPage(first.length === 0 ? [] : await listInOrder(db, { projectId, ids: first }), limit)
}

type ByMonths = EmailQuery & { limit: number; collect: (range: RawBuilder<unknown>) => Promise<number> }

async function collectByMonth(db: Db | Trx, { projectId, filter, limit, collect }: ByMonths): Promise<void> {
  let found = 0
  const months = await listCountedMonths(db, { projectId, counter: 'email_tags', name: filter.tag })
  for (const month of idOrder(filter.sort).inOrder(months)) {
    const begin = new Date(`${month}-01T00:00:00Z`)
    const [from, to] = [lowestIdOf(begin), lowestIdOf(firstOfMonth(begin, 1))]
    found += await collect(sql`and id >= ${from}::uuid and id < ${to}::uuid`)
    if (found > limit) return
  }
}

async function searchEmails(
  db: Db | Trx,
  { limit, before, isTotalWanted, ...options }: ListOptions & { isTotalWanted: boolean },
): Promise<CountedPage> {
  const { projectId } = options
  const search = { projectId, text: searchText(options.filter) }
  const candidates = await findCandidates(db, search)
  if (!candidates) {
    const page = await listEmails(db, { limit, before, ...options })
    return { page, total: isTotalWanted ? await countEmails(db, options) : null }
  }
  const tables = partsOf({ projectId, filter: { ...options.filter, search: undefined } })
  const { total, ids } = await findHits(
    db,
    { ...search, candidates, tables },
    { limit, before, isTotalWanted, sort: options.filter.sort },
  )
  const rows = ids.length === 0 ? [] : await listInOrder(db, { projectId, ids })
  return { page: cutPage(rows, limit), total }
}

/** In the order of the ids. */
async function listInOrder(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly EmailId[] },
): Promise<EmailRow[]> {
  const rows = await listByIds(db, { projectId, ids: ids.toSorted().toReversed() })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Newest first. `ids` must be sorted in that order. */
export async function listByIds(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly EmailId[] },
): Promise<EmailRow[]> {
  const between = sql`between ${ids.at(-1)}::uuid and ${ids[0]}::uuid`
  const { rows } = await sql<EmailRow>`
    select ${SHOWN_COLUMNS} from all_emails as e ${WITH_CONTENT}
    where e.project_id = ${projectId} and e.id = any(${ids}::uuid[]) and e.id ${between}
    order by e.id desc`.execute(db)
  return rows
}

/** Exact. Without a filter, or with only a tag or a status, ended emails are read from a counter; else they are counted. */
async function countEmails(db: Db | Trx, { projectId, filter }: EmailQuery): Promise<number> {
  const ended = endedByCounter({ projectId, filter })
  // One statement and so one snapshot: an email that ends meanwhile is counted once.
  if (ended) {
    const { rows } = await sql<{ count: number }>`
      select ${ended} + (
        select count(*) from email_queue where ${matchCondition({ projectId, filter })}) as count`.execute(db)
    return rows[0]?.count ?? 0
  }
  const counts = partsOf({ projectId, filter }).map(
    ({ table, where }) => sql`select count(*) as count from ${table} where ${where}`,
  )
  const { rows } = await sql<{ count: number }>`
    select sum(count)::bigint as count from (${sql.join(counts, sql` union all `)}) as parts`.execute(db)
  return rows[0]?.count ?? 0
}

/** A scalar subquery; undefined if no counter has the number. */
function endedByCounter({ projectId, filter }: EmailQuery): RawBuilder<unknown> | undefined {
  const [first, ...more] = Object.entries(filter).filter(
    ([name, value]) => name !== 'sort' && value !== undefined,
  )
  if (more.length > 0) return undefined
  if (!first) return sumOfMonths({ projectId, counter: 'emails' })
  if (first[0] === 'status') return sumOfMonths({ projectId, counter: 'emails', name: filter.status })
  return first[0] === 'tag' ? sumOfMonths({ projectId, counter: 'email_tags', name: filter.tag }) : undefined
}

type Part = Record<'columns' | 'table' | 'id' | 'where', RawBuilder<unknown>> & { isQueue: boolean }

const WAITING: ReadonlySet<Status> = new Set(['QUEUED', 'SCHEDULED', 'SENDING', 'DEFERRED'])

/** The tables that hold matching emails: the queue, the record, or both. */
function partsOf({ projectId, filter }: EmailQuery): Part[] {
  const matches = matchCondition({ projectId, filter })
  const part = (table: string, idName: 'email_id' | 'id') => {
    const id = sql.raw(idName)
    const where = sql`${matches} ${acceptedBetween(filter, id)} ${inCampaign(filter, idName)}`
    return { table: sql.raw(table), id, where }
  }
  const queue = { ...part('email_queue', 'email_id'), columns: QUEUE_COLUMNS, isQueue: true }
  const record = { ...part('emails', 'id'), columns: RECORD_COLUMNS, isQueue: false }
  if (filter.status === undefined) return [queue, record]
  return [WAITING.has(filter.status) ? queue : record]
}

function inCampaign({ campaign }: Filter, column: 'email_id' | 'id'): RawBuilder<unknown> {
  if (campaign === undefined) return sql``
  return campaign === null ? sql`and false` : sql`and ${ofCampaign(campaign, column)}`
}

function matchCondition({ projectId, filter }: EmailQuery): RawBuilder<unknown> {
  const { status, contactId, templateId, tag } = filter
  const conditions = [sql`project_id = ${projectId}`]
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (contactId !== undefined) conditions.push(sql`contact_id = ${contactId}::uuid`)
  if (tag !== undefined) conditions.push(sql`tags @> array[${tag}]::text[]`)
  if (templateId !== undefined) conditions.push(sql`template_id = ${templateId}::uuid`)
  const text = searchText(filter)
  if (text !== '') conditions.push(isFound({ projectId, text }))
  return sql.join(conditions, sql` and `)
}

const searchText = ({ search = '' }: Filter) => search.trim()

/** Ids are in the order in which emails were accepted. */
function acceptedBetween({ from, to }: Filter, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const since = from ? sql`and ${id} >= ${lowestIdOf(from)}::uuid` : sql``
  return to ? sql`${since} and ${id} < ${lowestIdAfter(to)}::uuid` : since
}
