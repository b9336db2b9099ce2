// Conditions on what happened to a contact, in the form in which they are decided: how often something may have happened
// in a window of time. Opens, clicks and bounces are events that the service records; that an email was sent or delivered
// is told by the email alone.
import { toCondition, windowOf } from './condition.ts'
import type { Condition } from './condition.ts'
import { parseField } from '../language/filter-fields.schema.ts'
import type { Activity, Field } from '../language/filter-fields.schema.ts'
import type { HistoryLeaf } from '../language/filter-history-leaves.schema.ts'

type Window = { from?: Date | undefined; to?: Date | undefined }

export type HistoryQuestion = Window &
  (
    | {
        of: 'events'
        name: string
        atLeast: number
        atMost?: number | undefined
        where: readonly Condition[]
      }
    | { of: 'emails'; status: 'sent' | 'delivered'; campaignId?: string | undefined }
  )

export type HistoryCondition = { question: HistoryQuestion; isNegated: boolean }

/** The condition that a checked leaf states. Windows of time are counted from `now`. */
export function toHistoryCondition(leaf: HistoryLeaf, now: Date): HistoryCondition {
  const parsed = parseField(leaf.field)
  if (!parsed.ok) throw new Error('a filter was used without being checked')
  const { low, high } = leaf.within ? windowOf('within', { duration: leaf.within, now }) : {}
  const window = { from: low?.value, to: high?.value }
  const question = questionOf(parsed.field, { leaf, now })
  return { question: { ...window, ...question }, isNegated: leaf.operator === 'notTriggered' }
}

function questionOf(field: Field, { leaf, now }: { leaf: HistoryLeaf; now: Date }): HistoryQuestion {
  if (field.kind === 'activity') return activityQuestion(field.activity, leaf.campaignId?.toLowerCase())
  if (field.kind !== 'event') throw new Error('a filter was used without being checked')
  return {
    of: 'events',
    name: field.name,
    atLeast: leaf.count?.atLeast ?? 1,
    atMost: leaf.count?.atMost ?? undefined,
    where: (leaf.where ?? []).map((inner) => toCondition(inner, now)),
  }
}

/** Email clients and scanners open and click too; their events say so. */
const BY_A_PERSON: Condition = {
  field: { kind: 'data', path: ['verdict'] },
  question: { asks: 'equal', values: ['human'] },
  isNegated: false,
}

/** The events of an email name its campaign. */
const ofCampaign = (campaignId: string): Condition => ({
  field: { kind: 'data', path: ['campaignId'] },
  question: { asks: 'equal', values: [campaignId] },
  isNegated: false,
})

function activityQuestion(activity: Activity, campaignId: string | undefined): HistoryQuestion {
  const where = campaignId === undefined ? [] : [ofCampaign(campaignId)]
  switch (activity) {
    case 'sent':
    case 'delivered':
      return { of: 'emails', status: activity, campaignId }
    case 'opened':
    case 'clicked':
      return { of: 'events', name: `email.${activity}`, atLeast: 1, where: [BY_A_PERSON, ...where] }
    case 'bounced':
      return { of: 'events', name: 'email.bounced', atLeast: 1, where }
  }
}
