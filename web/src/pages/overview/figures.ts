// The figures of a period out of the days that the server counted, and how they compare with the period before it. Pure.
import type { Overview } from '../../api/overview.ts'

export const FIGURES = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const
export type FigureName = (typeof FIGURES)[number]
export type Day = Overview['days'][number]

export type Figure = {
  name: FigureName
  count: number
  /** Of what the name says it is a share of; null where there is nothing to compare with. */
  share: number | null
  /** Against the days before, as a share of those; null if there were none, or they are not known. */
  change: number | null
}

/** Bounces are a share of what was sent; people act on what was delivered. */
const BASES: Record<FigureName, FigureName | null> = {
  sent: null,
  delivered: 'sent',
  opened: 'delivered',
  clicked: 'delivered',
  bounced: 'sent',
  complained: 'delivered',
}

export function figuresOf(days: readonly Day[], period: number): Figure[] {
  const now = days.slice(-period)
  const before = days.slice(-2 * period, -period)
  return FIGURES.map((name) => {
    const count = sum(now, name)
    const base = BASES[name] === null ? 0 : sum(now, BASES[name])
    const former = before.length === period ? sum(before, name) : 0
    return {
      name,
      count,
      share: base === 0 ? null : count / base,
      change: former === 0 ? null : count / former - 1,
    }
  })
}

const sum = (days: readonly Day[], name: FigureName): number =>
  days.reduce((total, day) => total + day[name], 0)
