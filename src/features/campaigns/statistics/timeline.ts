// The opens and clicks of a campaign as they came, from the labels of the counter 'campaign_hours': '<hour> <what>', such as
// '2026-05-01T12 sent', and '<ten minutes> <what>', such as '2026-05-01T12:3 opened', for opens and clicks of the first day. Pure.
import type { z } from 'zod'
import type { CampaignStatistics } from './statistics.schema.ts'

type Figures = z.infer<typeof CampaignStatistics>
type Hour = Figures['timeline'][number]
type TenMinutes = Figures['firstDay'][number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// Most opens and clicks happen in the first days; machines open emails for years.
const TIMELINE_MS = 31 * DAY_MS

const HOUR_LENGTH = '2026-05-01T12'.length

const FIELDS = new Map<string, keyof Omit<Hour, 'at'>>([
  ['sent', 'sent'],
  ['opened', 'opened'],
  ['clicked', 'clicked'],
  ['human_opened', 'humanOpens'],
  ['human_clicked', 'humanClicks'],
])

type Count = { time: string; field: keyof Omit<Hour, 'at'>; count: number }

const countsIn = (counts: ReadonlyMap<string, number>): Count[] =>
  [...counts].flatMap(([label, count]) => {
    const [time = '', what = ''] = label.split(' ')
    const field = FIELDS.get(what)
    return field === undefined ? [] : [{ time, field, count }]
  })

const isTenMinutes = ({ time }: Count): boolean => time.length > HOUR_LENGTH
const byTime = (one: { at: string }, other: { at: string }): number => (one.at < other.at ? -1 : 1)
/** A verdict that changed may take away an open by a person that was counted before such opens were counted by time. */
const added = (sum: number, count: number): number => Math.max(0, sum + count)

/** Adds up ten minutes. */
export function timelineOf(counts: ReadonlyMap<string, number>, startedAt: Date): Hour[] {
  const hours = new Map<string, Hour>()
  for (const { time, field, count } of countsIn(counts)) {
    const hour = time.slice(0, HOUR_LENGTH)
    const at = `${hour}:00:00.000Z`
    if (Date.parse(at) > startedAt.getTime() + TIMELINE_MS) continue
    const known = hours.get(hour) ?? { at, sent: 0, opened: 0, clicked: 0, humanOpens: 0, humanClicks: 0 }
    hours.set(hour, { ...known, [field]: added(known[field], count) })
  }
  return [...hours.values()].toSorted(byTime)
}

/** Empty for a campaign whose first day was counted by the hour, at least in part. */
export function firstDayOf(counts: ReadonlyMap<string, number>, startedAt: Date): TenMinutes[] {
  const endMs = startedAt.getTime() + DAY_MS
  const found = countsIn(counts).filter(({ field }) => field !== 'sent')
  const isCountedByHours = found.some(
    (one) => !isTenMinutes(one) && Date.parse(`${one.time}:00:00.000Z`) + HOUR_MS <= endMs,
  )
  if (isCountedByHours) return []
  const parts = new Map<string, TenMinutes>()
  for (const { time, field, count } of found.filter(isTenMinutes)) {
    if (field === 'sent') continue
    const known = parts.get(time) ?? {
      at: `${time}0:00.000Z`,
      opened: 0,
      clicked: 0,
      humanOpens: 0,
      humanClicks: 0,
    }
    parts.set(time, { ...known, [field]: added(known[field], count) })
  }
  return [...parts.values()].toSorted(byTime)
}
