// A filter as a sentence, such as "plan is pro and created in the last 30 days".
import type { Duration } from '../filter-dates.schema.ts'
import { EMAIL_ORIGIN_FIELDS, EMAIL_ORIGINS } from '../language/email-origins.values.ts'
import { parseField } from '../language/filter-fields.schema.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import type { HistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isAnniversary } from '../language/filter-leaves.schema.ts'
import type {
  AnniversaryOperator,
  ContactLeaf,
  ContactOperator,
  LeafValue,
  Scalar,
} from '../language/filter-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../language/filter-segment-leaves.schema.ts'
import type { SubscriptionState } from '../language/subscription-states.values.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'

/** The segments and emailOrigins that a filter refers to, by id; others are named by their id. */
export type Names = ReadonlyMap<string, { name: string }>

const NO_NAMES: Names = new Map()

export const namesOf = ({ segments, emailOrigins }: { segments: Names; emailOrigins: Names }): Names =>
  new Map([...segments, ...emailOrigins])

/** The tree has passed FilterTree. */
export function filterWords(tree: FilterTree, names: Names = NO_NAMES): string {
  const [first] = tree.conditions
  const nodeWords = (node: FilterTree | FilterLeaf, isInBrackets: boolean) =>
    wordsOf(node, { isInBrackets, names })
  if (tree.operator === 'NOT') return first ? `not (${nodeWords(first, false)})` : ''
  const isAlone = tree.conditions.length === 1
  const word = tree.operator === 'AND' ? ' and ' : ' or '
  return tree.conditions.map((node) => nodeWords(node, !isAlone)).join(word)
}

type Place = { isInBrackets: boolean; names: Names }

function wordsOf(node: FilterTree | FilterLeaf, { isInBrackets, names }: Place): string {
  if (!isTree(node)) return leafWords(node, names)
  const words = filterWords(node, names)
  return isInBrackets && node.operator !== 'NOT' && node.conditions.length > 1 ? `(${words})` : words
}

export function leafWords(leaf: FilterLeaf, names: Names = NO_NAMES): string {
  if (isSegmentLeaf(leaf)) {
    const id = segmentIdOf(leaf)
    return `${leaf.operator === 'memberOf' ? 'in' : 'not in'} the segment ${quoted(names.get(id)?.name ?? id)}`
  }
  if (isHistoryLeaf(leaf)) return historyWords(leaf, names)
  const { field, operator, value } = leaf
  if (field === 'subscribed') return (operator === 'equals') === value ? 'subscribed' : 'not subscribed'
  if (field.startsWith('topics.')) return topicWords(field.slice('topics.'.length), leaf)
  if (field === 'subscriptionState') {
    return `subscription ${operator === 'equals' ? 'is' : 'is not'} ${stateWords(value as SubscriptionState)}`
  }
  const verb = TIME_FIELDS[field]
  if (verb !== undefined) {
    return `${verb} ${withValue(TIME_VERBS[operator] ?? operator, { operator, value })}`
  }
  return `${keyOf(field)} ${withValue(VERBS[operator], { operator, value })}`
}

function topicWords(key: string, { operator, value }: ContactLeaf): string {
  const topic = `the topic ${quoted(key)}`
  if (operator === 'exists') return `has chosen about ${topic}`
  if (operator === 'notExists') return `has not chosen about ${topic}`
  return (operator === 'equals') === value ? `in ${topic}` : `not in ${topic}`
}

const stateWords = (state: SubscriptionState): string => state.toLowerCase().replace('_', ' ')

/** The key without the escapes of a path. */
function keyOf(field: string): string {
  const parsed = parseField(field)
  return parsed.ok && parsed.field.kind === 'data' ? parsed.field.path.map(quoted).join('.') : field
}

const VERBS: Record<ContactOperator, string> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  in: 'is one of',
  notIn: 'is none of',
  greaterThan: 'is greater than',
  greaterThanOrEqual: 'is at least',
  lessThan: 'is less than',
  lessThanOrEqual: 'is at most',
  between: 'is between',
  within: 'is in the last',
  olderThan: 'is more than',
  withinNext: 'is in the next',
  anniversaryIn: 'has its anniversary',
  anniversaryAgo: 'had its anniversary',
  anniversaryWithinNext: 'has its anniversary',
  exists: 'is set',
  notExists: 'is not set',
}

const TIME_FIELDS: Partial<Record<string, string>> = {
  createdAt: 'created',
  updatedAt: 'updated',
  pausedUntil: 'paused until',
}

const TIME_VERBS: Partial<Record<ContactOperator, string>> = {
  equals: 'at',
  notEquals: 'not at',
  greaterThan: 'after',
  greaterThanOrEqual: 'at or after',
  lessThan: 'before',
  lessThanOrEqual: 'at or before',
  between: 'between',
  within: 'in the last',
  olderThan: 'more than',
  withinNext: 'in the next',
  anniversaryIn: 'with its anniversary',
  anniversaryAgo: 'with its anniversary',
  anniversaryWithinNext: 'with its anniversary',
  exists: 'at any time',
  notExists: 'at no time',
}

function withValue(verb: string, { operator, value }: Pick<ContactLeaf, 'operator' | 'value'>): string {
  if (value === undefined || value === null) return verb
  if (operator === 'between') return `${verb} ${(value as Scalar[]).map(scalarWords).join(' and ')}`
  if (isAnniversary(operator)) return `${verb} ${daysWords(operator, value as Duration)}`
  return `${verb} ${valueWords(value)}${operator === 'olderThan' ? ' ago' : ''}`
}

function daysWords(operator: AnniversaryOperator, duration: Duration): string {
  if (duration.amount === 0) return 'today'
  const span = durationWords(duration)
  if (operator === 'anniversaryAgo') return `${span} ago`
  return operator === 'anniversaryIn' ? `in ${span}` : `today or in the next ${span}`
}

// Longer lists are abbreviated.
const MOST_LISTED = 3

function valueWords(value: LeafValue): string {
  if (!Array.isArray(value)) return typeof value === 'object' ? durationWords(value) : scalarWords(value)
  const shown = value.slice(0, MOST_LISTED).map(scalarWords)
  const left = value.length - shown.length
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ')
}

const durationWords = ({ amount, unit }: Duration) =>
  amount === 1 ? `1 ${unit.slice(0, -1)}` : `${amount} ${unit}`

const scalarWords = (value: Scalar) => (typeof value === 'string' ? quoted(value) : String(value))

/** Quotes a text that is not one plain word. */
const quoted = (text: string) => (/^[\p{L}\p{N}_.@+:-]+$/u.test(text) ? text : `"${text}"`)

/** Such as "triggered order.paid at least 3 times in the last 30 days where amount is greater than 50". */
function historyWords(
  { field, operator, within, count, where, link, ...origins }: HistoryLeaf,
  names: Names,
): string {
  const parsed = parseField(field)
  const isActivity = parsed.ok && parsed.field.kind === 'activity'
  const what = isActivity
    ? field.slice('emailActivity.'.length)
    : `triggered ${quoted(field.slice('event.'.length))}`
  const words = [operator === 'notTriggered' ? `not ${what}` : what]
  for (const origin of EMAIL_ORIGIN_FIELDS) {
    const id = origins[origin]
    if (typeof id !== 'string') continue
    words.push(`of the ${EMAIL_ORIGINS[origin]} ${quoted(names.get(id.toLowerCase())?.name ?? id)}`)
  }
  if (link?.equals) words.push(`the link ${quoted(link.equals)}`)
  if (link?.contains) words.push(`a link with ${quoted(link.contains)}`)
  if (count) words.push(countWords(count))
  if (within) words.push(`in the last ${durationWords(within)}`)
  if (where) words.push(`where ${where.map((inner) => leafWords(inner)).join(' and ')}`)
  return words.join(' ')
}

function countWords({ atLeast, atMost }: NonNullable<HistoryLeaf['count']>): string {
  const least = atLeast ?? 1
  if (atMost === undefined || atMost === null) return `at least ${timesWords(least)}`
  if (least === atMost) return `exactly ${timesWords(least)}`
  return least <= 1 ? `at most ${timesWords(atMost)}` : `${least} to ${timesWords(atMost)}`
}

const timesWords = (times: number) => (times === 1 ? 'once' : `${times} times`)
