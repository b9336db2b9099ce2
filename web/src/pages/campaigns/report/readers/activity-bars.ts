// Opens and clicks as bars of ten minutes, hours or days. Pure.
import type { Statistics } from '../../../../api/sending/campaigns.ts'

export const SCALES = ['minutes', 'hours', 'days'] as const
export type Scale = (typeof SCALES)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

// Bars of a week are still wide enough to be seen.
const MAX_HOURS = 7 * 24
// Fewer would be blocks.
const MIN_BARS = 12

type Counts = Record<'opened' | 'clicked' | 'humanOpens' | 'humanClicks', number>
export type Bars = { times: number[] } & Record<keyof Counts, number[]>

type Timelines = Pick<Statistics, 'timeline' | 'firstDay'>

/** The scales for which there is something to show. */
export const scalesOf = ({ timeline, firstDay }: Timelines): Scale[] => [
  ...(firstDay.length > 0 ? ['minutes' as const] : []),
  ...(timeline.length > 0 ? ['hours' as const, 'days' as const] : []),
]

/** The finest scale while news come in, coarser ones later. */
export function usualScale(timelines: Timelines, ageMs: number): Scale {
  if (ageMs <= 2 * DAY_MS && timelines.firstDay.length > 0) return 'minutes'
  return ageMs <= 7 * DAY_MS ? 'hours' : 'days'
}

const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0)
/** Days with a change of the clocks are longer or shorter than others. */
const nextDay = (ms: number): number => startOfDay(ms + 1.5 * DAY_MS)

const STEPS: Record<Scale, { of: (ms: number) => number; next: (ms: number) => number }> = {
  minutes: { of: (ms) => ms, next: (ms) => ms + 10 * MINUTE_MS },
  hours: { of: (ms) => ms, next: (ms) => ms + HOUR_MS },
  days: { of: startOfDay, next: nextDay },
}

/** Fills in the times without activity, which the API leaves out. */
export function barsOf({ timeline, firstDay }: Timelines, scale: Scale): Bars {
  const rows: (Counts & { at: string })[] = scale === 'minutes' ? firstDay : timeline
  const { of, next } = STEPS[scale]
  const byTime = Map.groupBy(rows, ({ at }) => of(Date.parse(at)))
  const known = [...byTime.keys()].toSorted((one, other) => one - other)
  const [first, last] = [known[0], known.at(-1)]
  const times: number[] = []
  if (first !== undefined && last !== undefined) {
    const most = scale === 'hours' ? MAX_HOURS : Infinity
    for (let at = first; (at <= last || times.length < MIN_BARS) && times.length < most; at = next(at)) {
      times.push(at)
    }
  }
  const valuesOf = (name: keyof Counts) =>
    times.map((at) => (byTime.get(at) ?? []).reduce((sum, row) => sum + row[name], 0))
  return {
    times,
    opened: valuesOf('opened'),
    clicked: valuesOf('clicked'),
    humanOpens: valuesOf('humanOpens'),
    humanClicks: valuesOf('humanClicks'),
  }
}
