import type { Statistics } from '../../../api/campaigns.ts'

const HOUR_MS = 3_600_000
// A line needs two points.
const MIN_HOURS = 2

type Hourly = Record<'times' | 'sent' | 'opened' | 'clicked', number[]>

/** Fills in the hours without activity, which the API leaves out. */
export function hourly(timeline: Statistics['timeline']): Hourly {
  const byTime = new Map(timeline.map((one) => [Date.parse(one.at), one]))
  const hours = [...byTime.keys()].toSorted((a, b) => a - b)
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined) return { times: [], sent: [], opened: [], clicked: [] }
  const count = Math.max(MIN_HOURS, (last - first) / HOUR_MS + 1)
  const times = Array.from({ length: count }, (_, index) => first + index * HOUR_MS)
  const valuesOf = (name: 'sent' | 'opened' | 'clicked') => times.map((at) => byTime.get(at)?.[name] ?? 0)
  return { times, sent: valuesOf('sent'), opened: valuesOf('opened'), clicked: valuesOf('clicked') }
}
