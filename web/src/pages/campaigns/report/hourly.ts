import type { Statistics } from '../../../api/campaigns.ts'

const HOUR_MS = 3_600_000
// A single point does not make a line.
const LEAST_HOURS = 2

type Hourly = Record<'times' | 'sent' | 'opened' | 'clicked', number[]>

/** Every hour from the first to the last: the API leaves out those in which nothing happened. */
export function hourly(timeline: Statistics['timeline']): Hourly {
  const known = new Map(timeline.map((one) => [Date.parse(one.at), one]))
  const hours = [...known.keys()].toSorted((a, b) => a - b)
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined) return { times: [], sent: [], opened: [], clicked: [] }
  const count = Math.max(LEAST_HOURS, (last - first) / HOUR_MS + 1)
  const times = Array.from({ length: count }, (_, index) => first + index * HOUR_MS)
  const of = (name: 'sent' | 'opened' | 'clicked') => times.map((at) => known.get(at)?.[name] ?? 0)
  return { times, sent: of('sent'), opened: of('opened'), clicked: of('clicked') }
}
