// A filter as an SQL condition on the table contacts.
//
// A predicate on a missing value is null, which WHERE, AND and OR treat as false. Only negations have to handle it: they use `is not
// true` and never `not`. So nothing is wrapped into coalesce(), which would hide the conditions from the indexes. NOT is pushed down
// to the conditions, where `not exists` can become a join.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { containing, endingWith, startingWith } from '../../../platform/db/like.ts'
import type { ProjectId, SegmentId } from '../../../platform/ids.ts'
import { normalizeAddress, toCondition } from './condition.ts'
import type { Predicate } from '../../../platform/conditions/predicate.ts'
import type { Condition } from './condition.ts'
import { dataSql, inRange, isAmongDays } from './data-condition.queries.ts'
import type { ContactColumn, ContactField } from '../language/filter-fields.schema.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../language/filter-segment-leaves.schema.ts'
import type { SegmentLeaf } from '../language/filter-segment-leaves.schema.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'
import { isContactOnly } from './contact-only.ts'
import { toHistoryCondition } from './history-condition.ts'
import type { EmailOriginIds, HistoryPredicate } from './history-condition.ts'

type Sql = RawBuilder<unknown>

type HistoryQuery = {
  projectId: ProjectId
  from?: Date | undefined
  to?: Date | undefined
  /** Only these contacts: an SQL array of their ids. */
  among?: Sql | undefined
}

type ContactHistoryQuery = { projectId: ProjectId; contactId: Sql; from: Date | undefined }

/**
 * Subselects from the features that own the other tables, mostly of contact_id. So this feature only knows the table contacts, and
 * those features know nothing about filters.
 */
export type FilterSources = {
  /** `where` returns a condition on the data of an event, for the column that has it. */
  contactsWithEvents(
    query: HistoryQuery & {
      name: string
      atLeast: number
      atMost?: number | undefined
      where?: (data: Sql) => Sql
    },
  ): Sql
  contactsWithEmails(
    query: HistoryQuery & {
      status: 'sent' | 'delivered'
      atLeast: number
      atMost?: number | undefined
      origin?: EmailOriginIds
    },
  ): Sql
  /** Subselects of `at` and `data`: the time and the data of each event or email of one contact. */
  eventsOfContact(query: ContactHistoryQuery & { name: string }): Sql
  emailsOfContact(query: ContactHistoryQuery): Sql
  /** The members of a static segment. */
  contactsInSegment(query: { projectId: ProjectId; segmentId: SegmentId }): Sql
}

/** A segment that a filter refers to. `filters` is null for a static segment. */
export type ReferencedSegment = { id: SegmentId; name: string; filters: FilterTree | null }
export type ReferencedSegments = ReadonlyMap<string, ReferencedSegment>

/** Time windows end at `now`, which comes from the clock of the program, so that the evaluator can use the same. */
export type FilterContext = {
  projectId: ProjectId
  now: Date
  /** Limits the query to these contacts (an SQL array of ids), so that only their history has to be read. */
  among?: Sql | undefined
}

/** A topic that a filter refers to. */
export type ReferencedTopic = { key: string; optIn: 'implied' | 'explicit' }
/** By key. */
export type ReferencedTopics = ReadonlyMap<string, ReferencedTopic>

/** `segments`, `topics`: those that the filter refers to, directly or not. There is no circle among the segments. */
type Context = FilterContext & {
  sources: FilterSources
  segments?: ReferencedSegments
  topics?: ReferencedTopics
}

/** For a WHERE over the table contacts, without an alias. The tree has passed FilterTree. */
export function matchesFilter(tree: FilterTree, context: Context): Sql {
  return matchesNode(tree, { ...context, isNegated: false })
}

// Each alternative scans all contacts, which must not cost more than it saves.
const MOST_ALTERNATIVES = 4

/**
 * Splits a filter into conditions to combine with OR. Events and emails are found by a join, which parallel processes share; next
 * to an OR, each process would have to build its own hash table. So all conditions on the contact become one alternative, and
 * every other condition becomes one of its own.
 */
export function alternativesOf(tree: FilterTree, context: Context): Sql[] {
  const trees = tree.operator === 'OR' ? splitOr(tree, context) : [tree]
  return (trees.length > MOST_ALTERNATIVES ? [tree] : trees).map((one) => matchesFilter(one, context))
}

function splitOr({ conditions }: FilterTree, { segments }: Context): FilterTree[] {
  const { own = [], other = [] } = Object.groupBy(conditions, (node) =>
    isContactOnly(node, segments) ? 'own' : 'other',
  )
  const groups = [...(own.length > 0 ? [own] : []), ...other.map((node) => [node])]
  return groups.map((group) => ({ operator: 'OR', conditions: group }))
}

/** Whether one leaf holds, and the number of its events or emails; null for other leaves. */
export function leafColumns(leaf: FilterLeaf, context: Context): { holds: Sql; times: Sql } {
  const holds = matchesLeaf(leaf, { ...context, isNegated: false })
  if (!isHistoryLeaf(leaf)) return { holds, times: sql`null::bigint` }
  const { predicate } = toHistoryCondition(leaf, context.now)
  return { holds, times: countSql(predicate, context) }
}

const countSql = (predicate: HistoryPredicate, { projectId, sources }: Context): Sql =>
  sql`(select count(*) from (${found(predicate, { projectId, sources, atLeast: 1 })}) as found
    where found.contact_id = contacts.id)`

type FoundContext = Pick<Context, 'projectId' | 'sources' | 'among'> & {
  atLeast: number
  atMost?: number | undefined
}

/** The contacts with this many events or emails. */
function found(predicate: HistoryPredicate, { sources, ...counted }: FoundContext): Sql {
  const { from, to } = predicate
  if (predicate.source === 'events') {
    return sources.contactsWithEvents({ ...counted, from, to, name: predicate.name, ...whereOf(predicate) })
  }
  const { status, origin } = predicate
  return sources.contactsWithEmails({ ...counted, from, to, status, origin })
}

const whereOf = ({ where }: { where: readonly Condition[] }) =>
  where.length > 0 ? { where: (data: Sql) => allHold(where, data) } : {}

function matchesNode(node: FilterTree | FilterLeaf, context: Context & { isNegated: boolean }): Sql {
  const { isNegated } = context
  if (!isTree(node)) return matchesLeaf(node, context)
  const isInnerNegated = node.operator === 'NOT' ? !isNegated : isNegated
  const parts = node.conditions.map((inner) => matchesNode(inner, { ...context, isNegated: isInnerNegated }))
  // Not (a and b) is not a or not b.
  const isAnd = (node.operator === 'AND') !== isNegated
  return sql`(${sql.join(parts, isAnd ? sql` and ` : sql` or `)})`
}

function matchesLeaf(leaf: FilterLeaf, context: Context & { isNegated: boolean }): Sql {
  if (isSegmentLeaf(leaf)) return isMember(leaf, context)
  if (isHistoryLeaf(leaf)) {
    const { predicate, isNegated } = toHistoryCondition(leaf, context.now)
    return historySql(predicate, { ...context, isNegated: isNegated !== context.isNegated })
  }
  const { field, predicate, isNegated } = toCondition(leaf, context.now)
  const condition = contactSql(field, { predicate, context })
  return isNegated === context.isNegated ? condition : sql`(${condition}) is not true`
}

function contactSql(
  field: ContactField,
  { predicate, context }: { predicate: Predicate; context: Context },
): Sql {
  switch (field.kind) {
    case 'data':
      return dataSql({ column: sql`contacts.data`, path: field.path, isIndexed: true }, predicate)
    case 'topic':
      return topicSql(field.key, { predicate, topics: context.topics })
    case 'email':
    case 'subscribed':
    case 'subscriptionState':
    case 'pausedUntil':
    case 'createdAt':
    case 'updatedAt':
      return COLUMNS[field.kind](predicate)
  }
}

/**
 * Served by contacts_topics, except for who is in an implied topic without a choice. Looking for the key first is the quickest way to
 * say no, and most contacts have not chosen.
 */
function topicSql(
  key: string,
  { predicate, topics }: { predicate: Predicate; topics: ReferencedTopics | undefined },
): Sql {
  const topic = topics?.get(key)
  if (!topic) throw new Error('a filter was used without its topics')
  const chose = (choice: boolean) =>
    sql`(contacts.topic_choices ? ${key} and contacts.topic_choices <> '{}'
      and contacts.topic_choices @> ${JSON.stringify({ [key]: choice })}::jsonb)`
  if (predicate.kind !== 'equal') return sql`(${chose(true)} or ${chose(false)})`
  const isIn =
    topic.optIn === 'implied'
      ? sql`((contacts.subscribed and not ${chose(false)}) or ${chose(true)})`
      : chose(true)
  return predicate.values[0] === true ? isIn : sql`not ${isIn}`
}

/** A dynamic segment is replaced by its filter. */
function isMember(leaf: SegmentLeaf, context: Context & { isNegated: boolean }): Sql {
  const segment = context.segments?.get(segmentIdOf(leaf))
  if (!segment) throw new Error('a filter was used without its segments')
  const isNegated = (leaf.operator === 'notMemberOf') !== context.isNegated
  if (segment.filters) return matchesNode(segment.filters, { ...context, isNegated })
  const { projectId, sources } = context
  return isAmong(sources.contactsInSegment({ projectId, segmentId: segment.id }), isNegated)
}

/**
 * Uses EXISTS, which PostgreSQL can turn into a join: it then reads the history once, and not once per contact. The subselect
 * counts for the same reason.
 */
function historySql(predicate: HistoryPredicate, context: Context & { isNegated: boolean }): Sql {
  const { projectId, sources, among, isNegated } = context
  const { atLeast, atMost } = predicate
  const withCount = (least: number, most?: number) =>
    found(predicate, { projectId, sources, among, atLeast: least, atMost: most })
  // Contacts without any are in no subselect: "at most three" is the negation of "four or more".
  if (atLeast > 0) return isAmong(withCount(atLeast, atMost), isNegated)
  return atMost === undefined ? sql`${!isNegated}` : isAmong(withCount(atMost + 1), !isNegated)
}

const isAmong = (contacts: Sql, isNegated: boolean): Sql =>
  sql`${isNegated ? sql`not ` : sql``}exists (select from (${contacts}) as found where found.contact_id = contacts.id)`

/** All of these conditions on the data of an event. */
const allHold = (conditions: readonly Condition[], column: Sql): Sql =>
  sql.join(
    conditions.map(({ field, predicate, isNegated }) => {
      const condition = dataSql({ column, path: field.kind === 'data' ? field.path : [] }, predicate)
      return isNegated ? sql`(${condition}) is not true` : sql`(${condition})`
    }),
    sql` and `,
  )

const COLUMNS: Record<ContactColumn, (predicate: Predicate) => Sql> = {
  email: emailSql,
  subscribed: (predicate) =>
    predicate.kind === 'equal' ? sql`contacts.subscribed = ${predicate.values[0]}` : sql`true`,
  subscriptionState: stateSql,
  pausedUntil: (predicate) =>
    predicate.kind === 'present'
      ? sql`contacts.paused_until is not null`
      : timeSql(sql`contacts.paused_until`, predicate),
  createdAt: (predicate) => timeSql(sql`contacts.created_at`, predicate),
  updatedAt: (predicate) => timeSql(sql`contacts.updated_at`, predicate),
}

/** As subscription_state of migrations/0069, written so that the counters and indexes of `subscribed` are of use. */
function stateSql(predicate: Predicate): Sql {
  const state = predicate.kind === 'equal' ? predicate.values[0] : undefined
  if (state === 'SUBSCRIBED') return sql`contacts.subscribed`
  const isBefore = state === 'LEFT' ? sql`is null` : sql`= ${state}`
  return sql`(not contacts.subscribed and contacts.before_subscribing ${isBefore})`
}

/** Addresses are stored in lower case, so that contacts_email_search serves these conditions. */
function emailSql(predicate: Predicate): Sql {
  switch (predicate.kind) {
    case 'equal':
      return sql`contacts.email = any(${predicate.values.map((value) => normalizeAddress(String(value)))}::text[])`
    case 'contains':
      return sql`contacts.email like ${containing(String(predicate.value).toLowerCase())}`
    case 'edge': {
      const text = predicate.text.toLowerCase()
      return sql`contacts.email like ${predicate.edge === 'start' ? startingWith(text) : endingWith(text)}`
    }
    case 'number':
    case 'date':
    case 'day':
    case 'present':
      return sql`true`
  }
}

function timeSql(column: Sql, predicate: Predicate): Sql {
  if (predicate.kind === 'day') return isAmongDays(sql`day_of_year(${column})`, predicate)
  return predicate.kind === 'date' ? inRange(column, predicate.range) : sql`true`
}
