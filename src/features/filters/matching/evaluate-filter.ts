// Whether one contact fulfils a filter, without asking the database. Says the same as the SQL of filter.queries.ts; the
// property tests compare the two.
import { isWindow, storedAddress, toCondition } from './condition.ts'
import type { Condition, Question, Range } from './condition.ts'
import { compareNumbers, isNumber } from './exact-numbers.ts'
import { dateMs } from '../filter-dates.schema.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import type { ContactLeaf, Scalar } from '../language/filter-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../language/filter-segment-leaves.schema.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'
import { toHistoryCondition } from './history-condition.ts'
import type { HistoryQuestion } from './history-condition.ts'
import { caseBlind, replaceCapitals } from './letter-case.ts'

/** What is known of a contact. `data` may come from parseExactly, for numbers with more digits than JavaScript keeps. */
export type ContactFacts = {
  email: string
  subscribed: boolean
  data: unknown
  createdAt: Date
  updatedAt: Date
}

export type EventFact = { name: string; data: unknown; createdAt: Date }
export type EmailFact = { sentAt: Date; isDelivered: boolean; campaignId?: string | null }

/** What happened to a contact: its events, and the email that was sent to it. */
export type HistoryFacts = { events: readonly EventFact[]; emails: readonly EmailFact[] }

/**
 * How often something happened that a leaf of the filter asks for, beside what is in the history: for who has counted it in
 * the database. By the leaf itself, not by an equal one.
 */
export type CountedLeaves = ReadonlyMap<object, number>

/** History and segments (the ids of those that the contact is in) are needed only for filters that ask for them. */
type Facts = {
  contact: ContactFacts
  history?: HistoryFacts
  counted?: CountedLeaves
  segments?: ReadonlySet<string>
  now: Date
}

/** The tree has passed FilterTree. Windows of time are counted from `now`. */
export function evaluateFilter(tree: FilterTree, facts: Facts): boolean {
  const holds = (node: FilterTree | FilterLeaf) =>
    isTree(node) ? evaluateFilter(node, facts) : evaluateLeaf(node, facts)
  switch (tree.operator) {
    case 'AND':
      return tree.conditions.every(holds)
    case 'OR':
      return tree.conditions.some(holds)
    case 'NOT':
      return !tree.conditions.some(holds)
  }
}

function evaluateLeaf(leaf: FilterLeaf, facts: Facts): boolean {
  const { contact, history, segments, now } = facts
  if (isSegmentLeaf(leaf)) {
    if (!segments) throw new Error('the filter asks for the segments of the contact, which are not given')
    return segments.has(segmentIdOf(leaf)) === (leaf.operator === 'memberOf')
  }
  if (isHistoryLeaf(leaf)) {
    if (!history) throw new Error('the filter asks for the history of the contact, which is not given')
    const { question, isNegated } = toHistoryCondition(leaf, now)
    return happened(question, { history, before: facts.counted?.get(leaf) ?? 0 }) !== isNegated
  }
  return evaluateCondition(toCondition(leaf, now), contact)
}

/** Whether the data of an event fulfils conditions. Windows of time are counted from `now`. */
export type DataTest = (data: unknown, now: Date) => boolean

/** All of these conditions, which have passed checkDataLeaf. For who asks it of many events: they are read once. */
export function makeDataTest(where: readonly ContactLeaf[]): DataTest {
  const conditions = where.map((leaf) => {
    if (isWindow(leaf)) return (now: Date) => toCondition(leaf, now)
    const condition = toCondition(leaf, ANY_TIME)
    return () => condition
  })
  return (data, now) => conditions.every((conditionAt) => evaluateData(conditionAt(now), data))
}

/** For conditions that are the same at any. */
const ANY_TIME = new Date(0)

type Known = { history: HistoryFacts; before: number }

function happened(question: HistoryQuestion, { history: { events, emails }, before }: Known): boolean {
  const isInside = (at: Date) =>
    (!question.from || at >= question.from) && (!question.to || at <= question.to)
  if (question.of === 'emails') {
    const isWanted = ({ isDelivered, campaignId }: (typeof emails)[number]) =>
      (question.status === 'sent' || isDelivered) &&
      (question.campaignId === undefined || campaignId === question.campaignId)
    return before > 0 || emails.some((email) => isInside(email.sentAt) && isWanted(email))
  }
  const seen = events.filter(
    ({ name, createdAt, data }) =>
      name === question.name &&
      isInside(createdAt) &&
      question.where.every((condition) => evaluateData(condition, data)),
  )
  const count = before + seen.length
  return count >= question.atLeast && count <= (question.atMost ?? Infinity)
}

function evaluateData({ field, question, isNegated }: Condition, data: unknown): boolean {
  const value = field.kind === 'data' ? valueAt(data, field.path) : undefined
  return answerForValue(value, question) !== isNegated
}

function evaluateCondition(condition: Condition, contact: ContactFacts): boolean {
  const { field, question, isNegated } = condition
  if (field.kind === 'data') return evaluateData(condition, contact.data)
  return COLUMNS[field.kind](contact, question) !== isNegated
}

type Answer = (contact: ContactFacts, question: Question) => boolean

const COLUMNS: Record<'email' | 'subscribed' | 'createdAt' | 'updatedAt', Answer> = {
  email: ({ email }, question) => answerForEmail(email, question),
  subscribed: ({ subscribed }, question) => question.asks === 'equal' && subscribed === question.values[0],
  createdAt: ({ createdAt }, question) => answerForTime(createdAt, question),
  updatedAt: ({ updatedAt }, question) => answerForTime(updatedAt, question),
}

/** The value at a path of keys; undefined if there is none. Lists are not walked into. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    if (!Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** The same questions as in data-condition.queries.ts. */
function answerForValue(value: unknown, question: Question): boolean {
  switch (question.asks) {
    case 'equal':
      return question.values.some((wanted) => isSame(value, wanted))
    case 'holds':
      return holds(value, question.value)
    case 'edge':
      return typeof value === 'string' && hasEdge(value, question)
    case 'number':
      return isNumber(value) && isInRange(question.range, (bound) => compareNumbers(value, bound))
    case 'date': {
      const ms = typeof value === 'string' ? dateMs(value) : undefined
      return ms !== undefined && isInRange(question.range, (bound) => ms - bound.getTime())
    }
    case 'present':
      return value !== undefined && value !== null
  }
}

const isSame = (value: unknown, wanted: Scalar): boolean =>
  typeof wanted === 'number' ? isNumber(value) && compareNumbers(value, wanted) === 0 : value === wanted

function holds(value: unknown, wanted: Scalar): boolean {
  if (typeof wanted !== 'string') {
    return Array.isArray(value) && value.some((element) => isSame(element, wanted))
  }
  const blind = caseBlind(wanted)
  if (typeof value === 'string') return replaceCapitals(value, blind.capitals).includes(blind.text)
  if (!Array.isArray(value)) return false
  return value.some(
    (element) => typeof element === 'string' && replaceCapitals(element, blind.capitals) === blind.text,
  )
}

function hasEdge(value: string, { edge, text }: Question & { asks: 'edge' }): boolean {
  const blind = caseBlind(text)
  const replaced = replaceCapitals(value, blind.capitals)
  return edge === 'start' ? replaced.startsWith(blind.text) : replaced.endsWith(blind.text)
}

/** `compare` says how the value stands to a bound: negative, zero or positive. */
function isInRange<Value>({ low, high }: Range<Value>, compare: (bound: Value) => number): boolean {
  if (low && !(low.isIncluded ? compare(low.value) >= 0 : compare(low.value) > 0)) return false
  return !high || (high.isIncluded ? compare(high.value) <= 0 : compare(high.value) < 0)
}

function answerForEmail(email: string, question: Question): boolean {
  switch (question.asks) {
    case 'equal':
      return question.values.some((value) => email === storedAddress(String(value)))
    case 'holds':
      return email.includes(String(question.value).toLowerCase())
    case 'edge': {
      const text = question.text.toLowerCase()
      return question.edge === 'start' ? email.startsWith(text) : email.endsWith(text)
    }
    case 'number':
    case 'date':
    case 'present':
      return true
  }
}

const answerForTime = (time: Date, question: Question): boolean =>
  question.asks !== 'date' || isInRange(question.range, (bound) => time.getTime() - bound.getTime())
