// When a project's email is received so badly that its owner is warned, or its marketing email is paused: before the large
// receivers turn all email of this server away, of other projects too. Pure.
export type HealthState = 'GOOD' | 'WARNED' | 'PAUSED'

/** Emails by what became of them; each is in one of these only. */
export const COUNTED_STATUSES = ['sent', 'delivered', 'bounced', 'complained'] as const
export type EmailCounts = Record<(typeof COUNTED_STATUSES)[number], number>

/** Of the last 24 hours and of the last 7 days. */
export type Windows = { day: EmailCounts; week: EmailCounts }

export type Rates = {
  bounceRate24h: number
  bounceRate7d: number
  complaintRate24h: number
  complaintRate7d: number
  emails24h: number
  emails7d: number
}

/** `reason` is null exactly where all is well. */
export type HealthVerdict = { state: HealthState; reason: string | null }

/** From here on; Gmail and Yahoo ask bulk senders to stay below 0.1 % complaints, and turn them away from 0.3 % on. */
export const LIMITS = {
  bounces: { warning: 0.02, pause: 0.05 },
  complaints: { warning: 0.001, pause: 0.003 },
}

// One angry reader of a small list does not make it a bad one; a pause asks for more of them.
const LEAST_COMPLAINTS = 3

// A share of fewer emails than this says nothing: with ten emails one mistyped address would be ten per cent.
export const LEAST_EMAILS = 200

export function ratesOf({ day, week }: Windows): Rates {
  return {
    bounceRate24h: share(day.bounced, emailsOf(day)),
    bounceRate7d: share(week.bounced, emailsOf(week)),
    complaintRate24h: share(day.complained, takenOf(day)),
    complaintRate7d: share(week.complained, takenOf(week)),
    emails24h: emailsOf(day),
    emails7d: emailsOf(week),
  }
}

const takenOf = ({ sent, delivered, complained }: EmailCounts): number => sent + delivered + complained
const emailsOf = (counts: EmailCounts): number => takenOf(counts) + counts.bounced
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** What the rates alone ask for. That a pause lasts until somebody ends it is not decided here. */
export function judgeRates(rates: Rates): HealthVerdict {
  const judged = measuresOf(rates).filter(({ emails }) => emails >= LEAST_EMAILS)
  const reasonFor = (limit: 'pause' | 'warning') => {
    const found = judged.find(
      ({ rate, limits, complaints }) =>
        rate >= limits[limit] &&
        (limit !== 'pause' || complaints === undefined || complaints >= LEAST_COMPLAINTS),
    )
    return found && describe(found, found.limits[limit])
  }
  const pause = reasonFor('pause')
  if (pause !== undefined) return { state: 'PAUSED', reason: pause }
  const warning = reasonFor('warning')
  return warning === undefined ? { state: 'GOOD', reason: null } : { state: 'WARNED', reason: warning }
}

type Measure = {
  rate: number
  emails: number
  limits: (typeof LIMITS)['bounces']
  what: string
  span: string
  /** How many, where it is about complaints. */
  complaints?: number
}

function measuresOf(rates: Rates): Measure[] {
  const day = { emails: rates.emails24h, span: '24 hours' }
  const week = { emails: rates.emails7d, span: '7 days' }
  const bounces = { limits: LIMITS.bounces, what: 'bounced' }
  const complaints = { limits: LIMITS.complaints, what: 'were reported as spam' }
  return [
    { ...day, ...bounces, rate: rates.bounceRate24h },
    { ...week, ...bounces, rate: rates.bounceRate7d },
    {
      ...day,
      ...complaints,
      rate: rates.complaintRate24h,
      complaints: Math.round(rates.complaintRate24h * rates.emails24h * (1 - rates.bounceRate24h)),
    },
    {
      ...week,
      ...complaints,
      rate: rates.complaintRate7d,
      complaints: Math.round(rates.complaintRate7d * rates.emails7d * (1 - rates.bounceRate7d)),
    },
  ]
}

const describe = ({ rate, what, span, emails }: Measure, limit: number): string =>
  `${percent(rate)} of the emails of the last ${span} ${what} (${emails} emails; the limit is ${percent(limit)})`

// Three digits tell 0.098 % from 0.1 %.
const percent = (rate: number): string => `${Number((rate * 100).toPrecision(3))} %`

/** What to do about it. */
export const ADVICE: Record<HealthState, string> = {
  GOOD: 'Nothing to do.',
  WARNED: `Check which emails bounced or were reported (GET /emails?status=BOUNCED and ?status=COMPLAINED), and write only to people who asked for it. The warning ends automatically when the rates fall; at ${percent(LIMITS.bounces.pause)} bounces or ${percent(LIMITS.complaints.pause)} complaints marketing email is paused.`,
  PAUSED:
    'Marketing email waits, transactional email is still sent. Check which emails bounced or were reported (GET /emails?status=BOUNCED and ?status=COMPLAINED), remove the contacts who did not ask for your emails, then resume with POST /project/health/resume.',
}
