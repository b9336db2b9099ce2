// Sums up the daily counts of the server for a period, and compares it with the period before. Pure.
import type { Overview } from '../../api/project/overview.ts'

export const FIGURES = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const
export type FigureName = (typeof FIGURES)[number]
export type Day = Overview['days'][number]

export type Figure = {
  name: FigureName
  count: number
  /** The share of the base in BASES; null without a base. */
  share: number | null
  /** Relative change since the period before; null if that was zero or is unknown. */
  change: number | null
}

/** Bounces are a share of sent emails, actions of recipients a share of delivered ones. */
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
    const previous = before.length === period ? sum(before, name) : 0
    return {
      name,
      count,
      share: base === 0 ? null : count / base,
      change: previous === 0 ? null : count / previous - 1,
    }
  })
}

const sum = (days: readonly Day[], name: FigureName): number =>
  days.reduce((total, day) => total + day[name], 0)
