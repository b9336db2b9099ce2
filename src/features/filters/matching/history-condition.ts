// Conditions on events and emails in the form in which they are evaluated: a number of them in a time window. Opens, clicks and
// bounces are events that the service records; only the email itself tells whether it was sent or delivered.
import { windowOf } from '../../../platform/conditions/predicate.ts'
import { toCondition } from './condition.ts'
import type { Condition } from './condition.ts'
import { EMAIL_ORIGIN_FIELDS } from '../language/email-origins.values.ts'
import type { EMAIL_ORIGINS } from '../language/email-origins.values.ts'
import { parseField } from '../language/filter-fields.schema.ts'
import type { Activity, Field } from '../language/filter-fields.schema.ts'
import type { HistoryLeaf } from '../language/filter-history-leaves.schema.ts'

export type HistoryPredicate = {
  from?: Date | undefined
  to?: Date | undefined
  atLeast: number
  atMost?: number | undefined
} & HistorySource

type HistorySource =
  | { source: 'events'; name: string; where: readonly Condition[] }
  | { source: 'emails'; status: 'sent' | 'delivered'; origin: EmailOriginIds }

/** Only the emails of this campaign, template or workflow. */
export type EmailOriginIds = { [Field in keyof typeof EMAIL_ORIGINS]?: string }

export type HistoryCondition = { predicate: HistoryPredicate; isNegated: boolean }

/** The condition of a checked leaf. Time windows end at `now`. */
export function toHistoryCondition(leaf: HistoryLeaf, now: Date): HistoryCondition {
  const parsed = parseField(leaf.field)
  if (!parsed.ok) throw new Error('a filter was used without being checked')
  const { low, high } = leaf.within ? windowOf('within', { duration: leaf.within, now }) : {}
  const counted = {
    from: low?.value,
    to: high?.value,
    atLeast: leaf.count?.atLeast ?? 1,
    atMost: leaf.count?.atMost ?? undefined,
  }
  const predicate = { ...counted, ...sourceOf(parsed.field, { leaf, now }) }
  return { predicate, isNegated: leaf.operator === 'notTriggered' }
}

function sourceOf(field: Field, { leaf, now }: { leaf: HistoryLeaf; now: Date }): HistorySource {
  if (field.kind === 'activity') return activitySource(field.activity, leaf)
  if (field.kind !== 'event') throw new Error('a filter was used without being checked')
  const where = (leaf.where ?? []).map((inner) => toCondition(inner, now))
  return { source: 'events', name: field.name, where }
}

/** Email clients and scanners open and click too, with another verdict. */
const BY_A_PERSON: Condition = {
  field: { kind: 'data', path: ['verdict'] },
  predicate: { kind: 'equal', values: ['human'] },
  isNegated: false,
}

/** The events of an email carry the ids of its campaign, template and workflow. */
const isOfOrigin = ([field, id]: [string, string]): Condition => ({
  field: { kind: 'data', path: [field] },
  predicate: { kind: 'equal', values: [id] },
  isNegated: false,
})

const originOf = (leaf: HistoryLeaf): EmailOriginIds =>
  Object.fromEntries(
    EMAIL_ORIGIN_FIELDS.flatMap((field) => {
      const id = leaf[field]
      return typeof id === 'string' ? [[field, id.toLowerCase()] as const] : []
    }),
  )

/** A click carries the URL of its link. */
const isOnLink = ({ equals, contains }: NonNullable<HistoryLeaf['link']>): Condition => ({
  field: { kind: 'data', path: ['url'] },
  predicate: equals ? { kind: 'equal', values: [equals] } : { kind: 'contains', value: contains ?? '' },
  isNegated: false,
})

function activitySource(activity: Activity, leaf: HistoryLeaf): HistorySource {
  const origin = originOf(leaf)
  const where = [...Object.entries(origin).map(isOfOrigin), ...(leaf.link ? [isOnLink(leaf.link)] : [])]
  switch (activity) {
    case 'sent':
    case 'delivered':
      return { source: 'emails', status: activity, origin }
    case 'opened':
    case 'clicked':
      return { source: 'events', name: `email.${activity}`, where: [BY_A_PERSON, ...where] }
    case 'bounced':
      return { source: 'events', name: 'email.bounced', where }
  }
}
