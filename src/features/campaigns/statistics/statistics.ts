// The figures of a campaign, from its counters. Pure.
import type { z } from 'zod'
import { DELIVERED_STATES } from '../../emails/emails.values.ts'
import { figuresOf, share, sumIn } from '../../emails/index.ts'
import { goalFiguresOf } from '../../goals/index.ts'
import type { GoalCounts } from '../../goals/index.ts'
import type { TEST_METRICS } from '../campaigns.values.ts'
import type { CampaignStatistics } from './statistics.schema.ts'

type Figures = z.infer<typeof CampaignStatistics>

export type CampaignCounts = {
  /** All recipients, and those who will never get an email. */
  recipients: number
  withoutEmail: number
  /** Test recipients among them, which count in no other figure. */
  testRecipients: number
  /** By the status of emails ('SENT') and the actions of readers ('opened'). */
  counts: ReadonlyMap<string, number>
}

export type Totals = Omit<
  Figures,
  'held' | 'links' | 'timeline' | 'firstDay' | 'variants' | 'test' | 'bestHour' | 'goal' | 'holdout'
> & {
  /** Emails that were rejected at once; they never count as sent. */
  refused: number
}

export function totalsOf({ recipients: all, testRecipients, withoutEmail, counts }: CampaignCounts): Totals {
  const of = sumIn(counts)
  const figures = figuresOf(of)
  const { sent, delivered, suppressed, failed } = figures
  const recipients = all - testRecipients
  const cancelled = figures.cancelled + withoutEmail
  const refused = of('BOUNCED')
  const attempted = sent + refused
  return {
    ...figures,
    recipients,
    queued: Math.max(0, recipients - attempted - suppressed - failed - cancelled),
    cancelled,
    openRate: share(figures.opened, delivered),
    clickRate: share(figures.clicked, delivered),
    bounceRate: share(figures.bounced, attempted),
    complaintRate: share(figures.complained, delivered),
    unsubscribeRate: share(figures.unsubscribed, delivered),
    deliveryRate: share(delivered, attempted),
    testRecipients,
    refused,
  }
}

const sumOfVariant = (counts: ReadonlyMap<string, number>, index: number) => sumIn(counts, `v${index} `)

/** Counts by label: of the emails of a campaign, and of its goal. */
export type CampaignAndGoalCounts = { counts: ReadonlyMap<string, number>; goalCounts: GoalCounts }

/** The proportion that the metric of a test compares. */
export function variantProportion(
  { counts, goalCounts }: CampaignAndGoalCounts,
  { index, metric }: { index: number; metric: (typeof TEST_METRICS)[number] },
): { count: number; of: number } {
  const of = sumOfVariant(counts, index)
  const count = {
    clicks: () => of('human_clicked'),
    opens: () => of('human_opened'),
    conversions: () => goalFiguresOf(goalCounts, `v${index} `).conversions,
  }[metric]()
  return { count, of: of(...DELIVERED_STATES) }
}

export const variantTotals = ({ counts, goalCounts }: CampaignAndGoalCounts, index: number) => ({
  ...figuresOf(sumOfVariant(counts, index)),
  ...goalFiguresOf(goalCounts, `v${index} `),
})

export type LinkClicks = { contentId: string; link: number; clicks: number; uniqueClicks: number }

const LINK = /^(link|first_link) ([0-9a-f-]{36}) (\d+)$/

/** Reads the labels 'link <content> <number>' and 'first_link <content> <number>'. */
export function linkClicksOf(counts: ReadonlyMap<string, number>): LinkClicks[] {
  const links = new Map<string, LinkClicks>()
  for (const [label, count] of counts) {
    const [, kind, contentId = '', number = ''] = LINK.exec(label) ?? []
    if (kind === undefined) continue
    const key = `${contentId} ${number}`
    const known = links.get(key) ?? { contentId, link: Number(number), clicks: 0, uniqueClicks: 0 }
    const counted = kind === 'link' ? { clicks: count } : { uniqueClicks: count }
    links.set(key, { ...known, ...counted })
  }
  return [...links.values()]
}

/** Adds up the clicks per URL, which may occur several times in an email and in several variants. */
export function linksByUrl(
  clicked: readonly LinkClicks[],
  urlOf: (one: LinkClicks) => string | undefined,
): Figures['links'] {
  const byUrl = new Map<string, Figures['links'][number]>()
  for (const one of clicked) {
    const url = urlOf(one)
    if (url === undefined) continue
    const { clicks, uniqueClicks } = byUrl.get(url) ?? { clicks: 0, uniqueClicks: 0 }
    byUrl.set(url, { url, clicks: clicks + one.clicks, uniqueClicks: uniqueClicks + one.uniqueClicks })
  }
  return [...byUrl.values()].toSorted((one, other) => other.clicks - one.clicks)
}
