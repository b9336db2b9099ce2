// Evaluates a filter for one contact without the database. Gives the same result as the SQL of filter.queries.ts; the
// property tests compare the two.
import { EMAIL_ORIGIN_FIELDS } from '../language/email-origins.values.ts'
import { isBetweenDays } from '../../../platform/conditions/day-of-year.ts'
import type { Predicate } from '../../../platform/conditions/predicate.ts'
import { isInRange, testValue, valueAt } from '../../../platform/conditions/test-value.ts'
import { normalizeAddress, toCondition } from './condition.ts'
import type { Condition } from './condition.ts'
import type { ContactColumn } from '../language/filter-fields.schema.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isWindow } from '../language/filter-leaves.schema.ts'
import type { ContactLeaf } from '../language/filter-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../language/filter-segment-leaves.schema.ts'
import type { SubscriptionState } from '../language/subscription-states.values.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'
import { toHistoryCondition } from './history-condition.ts'
import type { EmailOriginIds, HistoryPredicate } from './history-condition.ts'

/** The record of a contact. `data` may come from parseExactly, for numbers with more digits than JavaScript keeps. */
export type ContactFacts = {
  email: string
  subscribed: boolean
  /** These are only needed for filters on them. */
  subscriptionState?: SubscriptionState
  pausedUntil?: Date | null
  /** Only needed for filters on topics. */
  topics?: TopicFacts
  data: unknown
  createdAt: Date
  updatedAt: Date
}

/** The choices of a contact, and the keys of the topics that subscribed contacts are in without one. */
export type TopicFacts = { choices: Readonly<Record<string, boolean>>; implied: readonly string[] }

export type EventFact = { name: string; data: unknown; createdAt: Date }
export type EmailFact = { sentAt: Date; isDelivered: boolean } & {
  [Field in keyof EmailOriginIds]?: string | null
}

/** The events of a contact, and the emails that were sent to it. */
export type HistoryFacts = { events: readonly EventFact[]; emails: readonly EmailFact[] }

/**
 * Counts from the database that are added to those of the history, by leaf. The key is the leaf object itself, not an equal one.
 */
export type CountedLeaves = ReadonlyMap<object, number>

/** History and segments (the ids of those that contain the contact) are only needed for filters that refer to them. */
type Facts = {
  contact: ContactFacts
  history?: HistoryFacts
  counted?: CountedLeaves
  segments?: ReadonlySet<string>
  now: Date
}

/** The tree has passed FilterTree. Time windows end at `now`. */
export const evaluateFilter = (tree: FilterTree, facts: Facts): boolean =>
  treeHolds(tree, (leaf) => evaluateLeaf(leaf, facts))

/** Combines the results of the leaves. */
export function treeHolds(tree: FilterTree, leafHolds: (leaf: FilterLeaf) => boolean): boolean {
  const holds = (node: FilterTree | FilterLeaf) =>
    isTree(node) ? treeHolds(node, leafHolds) : leafHolds(node)
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
    if (!segments) throw new Error('the filter needs the segments of the contact, which are missing')
    return segments.has(segmentIdOf(leaf)) === (leaf.operator === 'memberOf')
  }
  if (isHistoryLeaf(leaf)) {
    if (!history) throw new Error('the filter needs the history of the contact, which is missing')
    const { predicate, isNegated } = toHistoryCondition(leaf, now)
    return testHistory(predicate, { history, counted: facts.counted?.get(leaf) ?? 0 }) !== isNegated
  }
  return evaluateCondition(toCondition(leaf, now), contact)
}

/** Tests the data of an event. Time windows end at `now`. */
export type DataTest = (data: unknown, now: Date) => boolean

/** Tests all of these conditions, which have passed checkDataLeaf. Parses them once, for many events. */
export function makeDataTest(where: readonly ContactLeaf[]): DataTest {
  const conditions = where.map((leaf) => {
    if (isWindow(leaf.operator)) return (now: Date) => toCondition(leaf, now)
    const condition = toCondition(leaf, ANY_TIME)
    return () => condition
  })
  return (data, now) => conditions.every((conditionAt) => evaluateData(conditionAt(now), data))
}

/** For conditions that do not depend on the time. */
const ANY_TIME = new Date(0)

function testHistory(
  predicate: HistoryPredicate,
  { history: { events, emails }, counted }: { history: HistoryFacts; counted: number },
): boolean {
  const isInside = (at: Date) =>
    (!predicate.from || at >= predicate.from) && (!predicate.to || at <= predicate.to)
  const found =
    predicate.source === 'emails'
      ? emails.filter(
          (email) =>
            isInside(email.sentAt) &&
            (predicate.status === 'sent' || email.isDelivered) &&
            EMAIL_ORIGIN_FIELDS.every(
              (field) => predicate.origin[field] === undefined || email[field] === predicate.origin[field],
            ),
        )
      : events.filter(
          ({ name, createdAt, data }) =>
            name === predicate.name &&
            isInside(createdAt) &&
            predicate.where.every((condition) => evaluateData(condition, data)),
        )
  const count = counted + found.length
  return count >= predicate.atLeast && count <= (predicate.atMost ?? Infinity)
}

function evaluateData({ field, predicate, isNegated }: Condition, data: unknown): boolean {
  const value = field.kind === 'data' ? valueAt(data, field.path) : undefined
  return testValue(value, predicate) !== isNegated
}

function evaluateCondition(condition: Condition, contact: ContactFacts): boolean {
  const { field, predicate, isNegated } = condition
  if (field.kind === 'data') return evaluateData(condition, contact.data)
  if (field.kind === 'topic') return testTopic(field.key, contact, predicate) !== isNegated
  return COLUMNS[field.kind](contact, predicate) !== isNegated
}

function testTopic(key: string, { topics, subscribed }: ContactFacts, predicate: Predicate): boolean {
  if (!topics) throw new Error('the filter needs the topics of the contact, which are missing')
  const choice = Object.hasOwn(topics.choices, key) ? topics.choices[key] : undefined
  if (predicate.kind !== 'equal') return choice !== undefined
  const isIn = choice ?? (subscribed && topics.implied.includes(key))
  return isIn === predicate.values[0]
}

type ColumnTest = (contact: ContactFacts, predicate: Predicate) => boolean

const COLUMNS: Record<ContactColumn, ColumnTest> = {
  email: ({ email }, predicate) => testEmail(email, predicate),
  subscribed: ({ subscribed }, predicate) => predicate.kind === 'equal' && subscribed === predicate.values[0],
  subscriptionState: ({ subscriptionState }, predicate) => {
    if (!subscriptionState) throw new Error('the filter needs the state of the contact, which is missing')
    return predicate.kind === 'equal' && subscriptionState === predicate.values[0]
  },
  pausedUntil: ({ pausedUntil }, predicate) => {
    if (pausedUntil === undefined) {
      throw new Error('the filter needs the pause of the contact, which is missing')
    }
    return pausedUntil !== null && testTime(pausedUntil, predicate)
  },
  createdAt: ({ createdAt }, predicate) => testTime(createdAt, predicate),
  updatedAt: ({ updatedAt }, predicate) => testTime(updatedAt, predicate),
}

function testEmail(email: string, predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'equal':
      return predicate.values.some((value) => email === normalizeAddress(String(value)))
    case 'contains':
      return email.includes(String(predicate.value).toLowerCase())
    case 'edge': {
      const text = predicate.text.toLowerCase()
      return predicate.edge === 'start' ? email.startsWith(text) : email.endsWith(text)
    }
    case 'number':
    case 'date':
    case 'day':
    case 'present':
      return true
  }
}

function testTime(time: Date, predicate: Predicate): boolean {
  if (predicate.kind === 'day') return isBetweenDays(time, predicate)
  return predicate.kind !== 'date' || isInRange(predicate.range, (bound) => time.getTime() - bound.getTime())
}
