// The questions to Google about a domain, and the days in its answers. The name of a metric is ours and comes back with each value.
import type { z } from 'zod'
import type { DomainStat } from './google-answers.schema.ts'

type StandardMetric =
  | 'SPAM_RATE'
  | 'AUTH_SUCCESS_RATE'
  | 'TLS_ENCRYPTION_RATE'
  | 'DELIVERY_ERROR_RATE'
  | 'FEEDBACK_LOOP_ID'
  | 'FEEDBACK_LOOP_SPAM_RATE'

export type MetricDefinition = {
  name: string
  baseMetric: { standardMetric: StandardMetric }
  filter?: string
}

const metric = (name: string, standardMetric: StandardMetric, filter?: string): MetricDefinition => ({
  name,
  baseMetric: { standardMetric },
  ...(filter !== undefined && { filter }),
})

const RATES = ['spam', 'spf', 'dkim', 'dmarc', 'tls', 'rejected', 'deferred'] as const
export type RateName = (typeof RATES)[number]

/** Inbound means into Gmail. */
export const MAIN_METRICS: readonly MetricDefinition[] = [
  metric('spam', 'SPAM_RATE'),
  ...(['spf', 'dkim', 'dmarc'] as const).map((type) =>
    metric(type, 'AUTH_SUCCESS_RATE', `auth_type = "${type}"`),
  ),
  metric('tls', 'TLS_ENCRYPTION_RATE', 'traffic_direction = "inbound"'),
]

const REASONS: Readonly<Record<'reject' | 'temp_fail', readonly string[]>> = {
  reject: [
    'bad_attachment',
    'bad_or_missing_ptr_record',
    'ip_in_rbls',
    'low_domain_reputation',
    'low_ip_reputation',
    'spammy_content',
    'stamp_policy_error',
    'other',
  ],
  temp_fail: ['anomalous_traffic_pattern', 'other'],
}

const TYPES = Object.keys(REASONS) as (keyof typeof REASONS)[]

export const ERROR_METRICS: readonly MetricDefinition[] = [
  metric('rejected', 'DELIVERY_ERROR_RATE', 'error_type = "reject"'),
  metric('deferred', 'DELIVERY_ERROR_RATE', 'error_type = "temp_fail"'),
  ...TYPES.flatMap((type) =>
    REASONS[type].map((reason) =>
      metric(
        `error:${type}:${reason}`,
        'DELIVERY_ERROR_RATE',
        `error_type = "${type}" AND error_reason = "${reason}"`,
      ),
    ),
  ),
]

export const LOOP_METRICS: readonly MetricDefinition[] = [metric('loops', 'FEEDBACK_LOOP_ID')]

// Ids stand in quotes in a filter.
const LOOP_ID = /^[\w.:@+/=-]{1,200}$/

/** As many as a page of a dashboard can show. */
const MOST_LOOPS = 50

export const loopRateMetrics = (ids: readonly string[]): MetricDefinition[] =>
  ids.map((id) => metric(`loop:${id}`, 'FEEDBACK_LOOP_SPAM_RATE', `feedback_loop_id = "${id}"`))

type Stat = z.infer<typeof DomainStat>

/** The ids of feedback loops in the answer to LOOP_METRICS, the latest first. */
export function loopIdsOf(stats: readonly Stat[]): string[] {
  const latest = stats.toSorted((a, b) => ((dayOf(b) ?? '') < (dayOf(a) ?? '') ? -1 : 1))
  const ids = latest.flatMap(({ value }) => [
    ...(value?.stringList?.values ?? []),
    ...(value?.stringValue === undefined ? [] : [value.stringValue]),
  ])
  return [...new Set(ids)].filter((id) => LOOP_ID.test(id)).slice(0, MOST_LOOPS)
}

export type GoogleDay = Record<RateName, number | null> & {
  day: string
  errors: { type: string; reason: string; rate: number }[]
  feedbackLoops: { id: string; spamRate: number }[]
}

/** One per day that has any value, oldest first. */
export function daysOfStats(stats: readonly Stat[]): GoogleDay[] {
  const days = new Map<string, GoogleDay>()
  for (const stat of stats) {
    const day = dayOf(stat)
    const rate = rateOf(stat)
    if (day === undefined || rate === undefined) continue
    const row = days.get(day) ?? emptyDay(day)
    days.set(day, row)
    addRate(row, stat.metric, rate)
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const emptyDay = (day: string): GoogleDay => ({
  day,
  spam: null,
  spf: null,
  dkim: null,
  dmarc: null,
  tls: null,
  rejected: null,
  deferred: null,
  errors: [],
  feedbackLoops: [],
})

function addRate(row: GoogleDay, name: string, rate: number): void {
  const known = RATES.find((one) => one === name)
  if (known !== undefined) {
    row[known] = rate
  } else if (name.startsWith('loop:')) {
    row.feedbackLoops.push({ id: name.slice('loop:'.length), spamRate: rate })
  } else if (name.startsWith('error:') && rate > 0) {
    const [, type = '', reason = ''] = name.split(':')
    row.errors.push({ type, reason, rate })
  }
}

/** undefined for a value that is not a share. */
function rateOf({ value }: Stat): number | undefined {
  const rate = value?.doubleValue ?? value?.floatValue
  return rate !== undefined && rate >= 0 && rate <= 1 ? rate : undefined
}

/** undefined for a date that does not exist, or is not whole. */
function dayOf({ date }: Stat): string | undefined {
  if (!date) return undefined
  const time = new Date(Date.UTC(date.year, date.month - 1, date.day))
  const isReal =
    date.year >= 2000 &&
    date.year < 3000 &&
    time.getUTCMonth() === date.month - 1 &&
    time.getUTCDate() === date.day
  return isReal ? time.toISOString().slice(0, 'YYYY-MM-DD'.length) : undefined
}
