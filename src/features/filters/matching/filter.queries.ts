// A filter as a condition of SQL on the table contacts.
//
// A question about a value that is not there has the answer null, which a WHERE takes for false, and so do AND and OR of
// such answers. Only a negation has to say it: `is not true` and never `not`. So nothing is wrapped into coalesce(), which
// would hide the conditions from the indexes. NOT is carried down to the conditions, where `not exists` can become a join.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { containing, endingWith, startingWith } from '../../../platform/db/like.ts'
import type { ProjectId, SegmentId } from '../../../platform/ids.ts'
import { storedAddress, toCondition } from './condition.ts'
import type { Condition, Question } from './condition.ts'
import { answerForData, inRange } from './data-condition.queries.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../language/filter-segment-leaves.schema.ts'
import type { SegmentLeaf } from '../language/filter-segment-leaves.schema.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'
import { toHistoryCondition } from './history-condition.ts'
import type { HistoryQuestion } from './history-condition.ts'

type Sql = RawBuilder<unknown>

type Asked = {
  projectId: ProjectId
  from?: Date | undefined
  to?: Date | undefined
  /** Only these contacts: an array of their ids in SQL. */
  among?: Sql | undefined
}

type OfContact = { projectId: ProjectId; contactId: Sql; from: Date | undefined }

/**
 * What the owners of other tables contribute: subselects of contact_id, of the contacts to whom something happened. So
 * this feature knows no tables but contacts, and those features know no filters.
 */
export type FilterSources = {
  /** `where` is a condition on the data of an event, whose column it is given. */
  contactsWithEvents(
    asked: Asked & { name: string; atLeast: number; atMost?: number | undefined; where?: (data: Sql) => Sql },
  ): Sql
  contactsWithEmails(asked: Asked & { status: 'sent' | 'delivered'; campaignId?: string | undefined }): Sql
  /** Subselects of `at` and `data`: when something happened to one contact, and what is known of it. */
  eventsOfContact(asked: OfContact & { name: string }): Sql
  emailsOfContact(asked: OfContact): Sql
  /** The members of a static segment. */
  contactsInSegment(asked: { projectId: ProjectId; segmentId: SegmentId }): Sql
}

/** A segment that a filter refers to: one with a filter of its own, or a list (null). */
export type KnownSegment = { id: SegmentId; name: string; filters: FilterTree | null }
export type KnownSegments = ReadonlyMap<string, KnownSegment>

/** `now` is what windows of time are counted from: the clock of the program, so that the evaluator can have the same. */
export type FilterContext = {
  projectId: ProjectId
  now: Date
  /** Only these contacts are asked about (an array of ids in SQL), so that only their history has to be read. */
  among?: Sql | undefined
}

/** `segments`: those that the filter refers to, however indirectly. There is no circle among them. */
type Context = FilterContext & { sources: FilterSources; segments?: KnownSegments }

/** For a WHERE over the table contacts, whose name must not be changed by an alias. The tree has passed FilterTree. */
export function matchesFilter(tree: FilterTree, context: Context): Sql {
  return matchesNode(tree, { ...context, isNegated: false })
}

// Each alternative is a look at all contacts, which must not cost more than what it saves.
const MOST_ALTERNATIVES = 4

/**
 * The same filter as conditions of which any may hold. What happened to contacts is found by a join, which several
 * processes can share; beside an OR it is a list that each of them would have to make for itself. So an OR is taken apart:
 * all that is written in the contacts is one alternative, and everything else is one each.
 */
export function alternativesOf(tree: FilterTree, context: Context): Sql[] {
  const trees = tree.operator === 'OR' ? takenApart(tree, context) : [tree]
  return (trees.length > MOST_ALTERNATIVES ? [tree] : trees).map((one) => matchesFilter(one, context))
}

function takenApart({ conditions }: FilterTree, { segments }: Context): FilterTree[] {
  const { own = [], other = [] } = Object.groupBy(conditions, (node) =>
    isOfContact(node, segments) ? 'own' : 'other',
  )
  const groups = [...(own.length > 0 ? [own] : []), ...other.map((node) => [node])]
  return groups.map((group) => ({ operator: 'OR', conditions: group }))
}

/** Decided by the row of the contact alone. */
function isOfContact(node: FilterTree | FilterLeaf, segments: KnownSegments | undefined): boolean {
  if (isTree(node)) return node.conditions.every((inner) => isOfContact(inner, segments))
  if (!isSegmentLeaf(node)) return !isHistoryLeaf(node)
  const filters = segments?.get(segmentIdOf(node))?.filters
  return filters ? isOfContact(filters, segments) : false
}

/** How one leaf is answered by itself, and how often what it asks for happened; null for what cannot happen often. */
export function answersLeaf(leaf: FilterLeaf, context: Context): { holds: Sql; times: Sql } {
  const holds = matchesLeaf(leaf, { ...context, isNegated: false })
  if (!isHistoryLeaf(leaf)) return { holds, times: sql`null::bigint` }
  const { question } = toHistoryCondition(leaf, context.now)
  return { holds, times: timesOf(question, context) }
}

function timesOf(question: HistoryQuestion, { projectId, sources }: Context): Sql {
  const { from, to } = question
  const found =
    question.of === 'emails'
      ? sources.contactsWithEmails({
          projectId,
          from,
          to,
          status: question.status,
          campaignId: question.campaignId,
        })
      : sources.contactsWithEvents({
          projectId,
          from,
          to,
          name: question.name,
          atLeast: 1,
          ...whereOf(question),
        })
  return sql`(select count(*) from (${found}) as found where found.contact_id = contacts.id)`
}

const whereOf = ({ where }: { where: readonly Condition[] }) =>
  where.length > 0 ? { where: (data: Sql) => allHold(where, data) } : {}

function matchesNode(node: FilterTree | FilterLeaf, context: Context & { isNegated: boolean }): Sql {
  const { isNegated } = context
  if (!isTree(node)) return matchesLeaf(node, context)
  const isInside = node.operator === 'NOT' ? !isNegated : isNegated
  const parts = node.conditions.map((inner) => matchesNode(inner, { ...context, isNegated: isInside }))
  // Not (a and b) is not a or not b.
  const isAnd = (node.operator === 'AND') !== isNegated
  return sql`(${sql.join(parts, isAnd ? sql` and ` : sql` or `)})`
}

function matchesLeaf(leaf: FilterLeaf, context: Context & { isNegated: boolean }): Sql {
  if (isSegmentLeaf(leaf)) return isMember(leaf, context)
  if (isHistoryLeaf(leaf)) {
    const { question, isNegated } = toHistoryCondition(leaf, context.now)
    return happened(question, { ...context, isNegated: isNegated !== context.isNegated })
  }
  const { field, question, isNegated } = toCondition(leaf, context.now)
  const answer =
    field.kind === 'data'
      ? answerForData({ column: sql`contacts.data`, path: field.path, isIndexed: true }, question)
      : COLUMNS[field.kind](question)
  return isNegated === context.isNegated ? answer : sql`(${answer}) is not true`
}

/** A segment with a filter is that filter: its members are found like anybody else. */
function isMember(leaf: SegmentLeaf, context: Context & { isNegated: boolean }): Sql {
  const segment = context.segments?.get(segmentIdOf(leaf))
  if (!segment) throw new Error('a filter was used without finding its segments')
  const isNegated = (leaf.operator === 'notMemberOf') !== context.isNegated
  if (segment.filters) return matchesNode(segment.filters, { ...context, isNegated })
  const { projectId, sources } = context
  return isAmong(sources.contactsInSegment({ projectId, segmentId: segment.id }), isNegated)
}

/**
 * By EXISTS, which PostgreSQL can turn into a join: it then looks at the history once, and not once for each contact.
 * Counting is left to the subselect for the same reason.
 */
function happened(question: HistoryQuestion, context: Context & { isNegated: boolean }): Sql {
  const { projectId, sources, among, isNegated } = context
  if (question.of === 'emails') {
    const { from, to, status, campaignId } = question
    const asked = { projectId, from, to, status, campaignId, among }
    return isAmong(sources.contactsWithEmails(asked), isNegated)
  }
  const { where, atLeast, atMost, ...asked } = question
  const found = (least: number, most: number | undefined) =>
    sources.contactsWithEvents({
      ...asked,
      projectId,
      among,
      atLeast: least,
      atMost: most,
      ...whereOf({ where }),
    })
  // Who has none at all is in no list of events: "at most three" is the opposite of "four or more".
  if (atLeast > 0) return isAmong(found(atLeast, atMost), isNegated)
  return atMost === undefined ? sql`${!isNegated}` : isAmong(found(atMost + 1, undefined), !isNegated)
}

const isAmong = (contacts: Sql, isNegated: boolean): Sql =>
  sql`${isNegated ? sql`not ` : sql``}exists (select from (${contacts}) as found where found.contact_id = contacts.id)`

/** Conditions on the data of an event, all of them. */
const allHold = (conditions: readonly Condition[], column: Sql): Sql =>
  sql.join(
    conditions.map(({ field, question, isNegated }) => {
      const answer = answerForData({ column, path: field.kind === 'data' ? field.path : [] }, question)
      return isNegated ? sql`(${answer}) is not true` : sql`(${answer})`
    }),
    sql` and `,
  )

const COLUMNS: Record<'email' | 'subscribed' | 'createdAt' | 'updatedAt', (question: Question) => Sql> = {
  email: answerForEmail,
  subscribed: (question) =>
    question.asks === 'equal' ? sql`contacts.subscribed = ${question.values[0]}` : sql`true`,
  createdAt: (question) => answerForTime(sql`contacts.created_at`, question),
  updatedAt: (question) => answerForTime(sql`contacts.updated_at`, question),
}

/** Addresses are stored in small letters, so nothing has to be done about capitals, and contacts_email_search helps. */
function answerForEmail(question: Question): Sql {
  switch (question.asks) {
    case 'equal':
      return sql`contacts.email = any(${question.values.map((value) => storedAddress(String(value)))}::text[])`
    case 'holds':
      return sql`contacts.email like ${containing(String(question.value).toLowerCase())}`
    case 'edge': {
      const text = question.text.toLowerCase()
      return sql`contacts.email like ${question.edge === 'start' ? startingWith(text) : endingWith(text)}`
    }
    case 'number':
    case 'date':
    case 'present':
      return sql`true`
  }
}

const answerForTime = (column: Sql, question: Question): Sql =>
  question.asks === 'date' ? inRange(column, question.range) : sql`true`
