// Decides when bounces and complaints of a project lead to a warning or pause its marketing email, before the large
// receivers reject all email of this server, that of other projects included. Pure.
import type { RefusalKind } from '../../../platform/email/smtp/replies/refusal-kind.ts'
import { REPORTABLE, REPORTABLE_COMPLAINED } from '../tally/reportable.ts'
import { HEALTH_LIMITS } from './health.values.ts'

export type HealthState = 'GOOD' | 'WARNED' | 'PAUSED'

/**
 * Emails by status; each counts in one of the first four. The last two are those accepted by a receiver that reports
 * complaints, and those of them that were reported (reportable.ts).
 */
export const COUNTED_STATUSES = [
  'sent',
  'delivered',
  'bounced',
  'complained',
  REPORTABLE,
  REPORTABLE_COMPLAINED,
] as const
export type EmailCounts = Record<(typeof COUNTED_STATUSES)[number], number>

/** The counts of the last 24 hours and of the last 7 days. */
export type Windows = { day: EmailCounts; week: EmailCounts }

export type Rates = {
  bounceRate24h: number
  bounceRate7d: number
  complaintRate24h: number
  complaintRate7d: number
  emails24h: number
  emails7d: number
  /** Accepted by receivers that report complaints. */
  reportable24h: number
  reportable7d: number
}

/** `reason` is null exactly if the state is GOOD. */
export type HealthVerdict = { state: HealthState; reason: string | null }

// One angry reader does not make a small list a bad one, so a pause needs more complaints.
const LEAST_COMPLAINTS = 3

// Rates of fewer emails mean nothing: at the 2 % of a warning, 200 emails are four bounces, and with half as many
// emails two mistyped addresses would already lead to a warning.
export const LEAST_EMAILS = 200

export function ratesOf({ day, week }: Windows): Rates {
  return {
    bounceRate24h: bounceRateOf(day),
    bounceRate7d: bounceRateOf(week),
    complaintRate24h: complaintRateOf(day),
    complaintRate7d: complaintRateOf(week),
    emails24h: emailsOf(day),
    emails7d: emailsOf(week),
    reportable24h: day[REPORTABLE],
    reportable7d: week[REPORTABLE],
  }
}

const acceptedOf = ({ sent, delivered, complained }: EmailCounts): number => sent + delivered + complained
const emailsOf = (counts: EmailCounts): number => acceptedOf(counts) + counts.bounced
const share = (part: number, whole: number): number => (whole <= 0 ? 0 : part / whole)

const bounceRateOf = (counts: EmailCounts): number => share(counts.bounced, emailsOf(counts))
const reportableRateOf = (counts: EmailCounts): number =>
  share(counts[REPORTABLE_COMPLAINED], counts[REPORTABLE])
const overallRateOf = (counts: EmailCounts): number => share(counts.complained, acceptedOf(counts))

/**
 * Complaints per email to receivers that report complaints. Complaints from other receivers are divided by all emails,
 * so that none is lost.
 */
const complaintRateOf = (counts: EmailCounts): number =>
  Math.max(reportableRateOf(counts), overallRateOf(counts))

/** The verdict by the rates alone. A pause lasts until it is ended by hand, which is not decided here. */
export function judgeRates(windows: Windows): HealthVerdict {
  const judged = measuresOf(windows).filter(({ emails }) => emails >= LEAST_EMAILS)
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
  limits: (typeof HEALTH_LIMITS)['bounces']
  what: string
  /** Appended to "emails of the last 7 days". */
  to: string
  span: string
  /** The number of complaints, for a complaint rate. */
  complaints?: number
}

function measuresOf({ day, week }: Windows): Measure[] {
  const spans = [
    { counts: day, span: '24 hours' },
    { counts: week, span: '7 days' },
  ]
  const bounces = { limits: HEALTH_LIMITS.bounces, what: 'bounced', to: '' }
  const complaints = { limits: HEALTH_LIMITS.complaints, what: 'were reported as spam' }
  return [
    ...spans.map(({ counts, span }) => ({
      ...bounces,
      span,
      rate: bounceRateOf(counts),
      emails: emailsOf(counts),
    })),
    ...spans.flatMap(({ counts, span }) => [
      {
        ...complaints,
        span,
        to: ' to receivers that report complaints',
        rate: reportableRateOf(counts),
        emails: counts[REPORTABLE],
        complaints: counts[REPORTABLE_COMPLAINED],
      },
      {
        ...complaints,
        span,
        to: '',
        rate: overallRateOf(counts),
        emails: emailsOf(counts),
        complaints: counts.complained,
      },
    ]),
  ]
}

const describe = ({ rate, what, to, span, emails }: Measure, limit: number): string =>
  `${percent(rate)} of the emails of the last ${span}${to} ${what} (${emails} emails; the limit is ${percent(limit)})`

// Three digits tell 0.098 % from 0.1 %.
const percent = (rate: number): string => `${Number((rate * 100).toPrecision(3))} %`

export const ADVICE: Record<HealthState, string> = {
  GOOD: 'Nothing to do.',
  WARNED: `Check which emails bounced or were reported (GET /emails?status=BOUNCED and ?status=COMPLAINED), and send only to people who asked for it. The warning ends automatically when the rates fall; at ${percent(HEALTH_LIMITS.bounces.pause)} bounces or ${percent(HEALTH_LIMITS.complaints.pause)} complaints marketing email is paused.`,
  PAUSED:
    'Marketing email waits, transactional email is still sent. Check which emails bounced or were reported (GET /emails?status=BOUNCED and ?status=COMPLAINED), remove the contacts who did not ask for your emails, then resume with POST /project/health/resume.',
}

/** Shown instead of GOOD while there are too few emails to judge. */
export function describeTooFew({ emails7d, bounceRate7d, complaintRate7d }: Rates): {
  reason: string
  advice: string
} {
  const isBad =
    bounceRate7d >= HEALTH_LIMITS.bounces.warning || complaintRate7d >= HEALTH_LIMITS.complaints.warning
  return {
    reason: `${emails7d === 1 ? '1 email was' : `${emails7d} emails were`} sent in the last 7 days; rates are judged from ${LEAST_EMAILS} on.`,
    advice: isBad
      ? 'Too few emails to judge, but some bounced or were reported: look at them before you send more (GET /emails?status=BOUNCED and ?status=COMPLAINED).'
      : 'Too few emails to judge. Nothing to do.',
  }
}

export const REFUSAL_ADVICE: Record<RefusalKind, string> = {
  authentication:
    'The receiver cannot tell that the email is yours. Check the SPF, DKIM and DMARC records of the sender domain (POST /domains/{id}/verify), and that the relay does not change emails.',
  blocklist:
    'The address of the sending server, or your domain, is on a blocklist. Look it up at the list that the answer names, fix what put it there, then ask to be removed. The operator of the server or relay has to do this for its address.',
  content:
    'The receiver classifies the email as spam, or something in it as dangerous. Check its links, attachments and text, and send only to people who asked for it.',
  size: 'The email is too large for the receiver. Put large files on a page, and send a link to it.',
  rate: 'The receiver accepts no more email at this rate. Send more slowly (SEND_RATE_PER_SECOND), and let the volume grow over weeks.',
  server:
    'The sending server has no name that leads to its address and back. Its operator has to set reverse DNS (PTR) and MAIL_HOSTNAME to the same name.',
  policy:
    'Read the answer, and the page that it names. If it gives no reason, ask postmaster@ at the receiver.',
}
