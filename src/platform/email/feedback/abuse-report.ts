// RFC 5965: a recipient marked one of our emails as spam, and the provider reports it. Yahoo, Comcast and the services that
// forward such reports write a report part; Hotmail returns the email with a subject; Amazon writes JSON (see
// provider-notice.ts). Most hide the person who complained, wholly or in part.
import { anyOf } from '../smtp/replies/reply-words.ts'
import { readAddress } from './address-text.ts'
import { firstOf, readFields } from './header-fields.ts'
import type { Field } from './header-fields.ts'
import type { EmailParts } from './email-parts.ts'
import { MOST_RECIPIENTS } from './feedback.ts'

export type AbuseReport = { feedbackType: string; recipients: string[]; reason: string }

/** Section 3.2: `Original-Rcpt-To` may occur several times. `Removal-Recipient` was in the drafts, and opt-outs use it. */
const OF_RECIPIENT = new Set([
  'original-rcpt-to',
  'removal-recipient',
  'original-recipient',
  'final-recipient',
])

export function readAbuseReport(parts: EmailParts): AbuseReport | undefined {
  const fields = parts.abuseReports.flatMap(readFields)
  if (fields.length > 0) return toReport(fields)
  const written = readFields(parts.text.slice(0, LONGEST_WRITTEN))
  if (firstOf(written, 'feedback-type') !== undefined && firstOf(written, 'user-agent', 'version')) {
    return toReport(written)
  }
  return isInformalComplaint(parts)
    ? { feedbackType: 'abuse', recipients: [], reason: subjectOf(parts) }
    : undefined
}

/**
 * Section 3.2: `Original-Mail-From`, the envelope sender of the email. It occurs once, but some reports have it in both
 * places.
 */
export function readReportedSenders(parts: EmailParts): string[] {
  const written = parts.text.slice(0, LONGEST_WRITTEN)
  return [...parts.abuseReports, written]
    .map((text) => firstOf(readFields(text), 'original-mail-from'))
    .map((value) => (value === undefined ? null : readAddress(value)))
    .filter((address) => address !== null)
}

// Fields in the body are at its top.
const LONGEST_WRITTEN = 20_000

function toReport(fields: readonly Field[]): AbuseReport {
  const feedbackType = (firstOf(fields, 'feedback-type') ?? 'other')
    .toLowerCase()
    .replace(/[^a-z-]/g, '')
    .slice(0, 40)
  const recipients = fields
    .filter(({ name }) => OF_RECIPIENT.has(name))
    .map(({ value }) => readAddress(value))
    .filter((address) => address !== null)
  const agent = firstOf(fields, 'user-agent', 'source', 'reported-domain')
  return {
    feedbackType: feedbackType === '' ? 'other' : feedbackType,
    recipients: [...new Set(recipients)].slice(0, MOST_RECIPIENTS),
    reason: agent === undefined ? `Report of ${feedbackType}` : `Report of ${feedbackType} by ${agent}`,
  }
}

/** Hotmail (JMRP), and feedback loops older than the RFC: a subject, a sender, and the email itself. */
function isInformalComplaint(parts: EmailParts): boolean {
  if (parts.originals.length === 0) return false
  const from = firstOf(parts.header, 'from') ?? ''
  const isHotmail = parts.originals.some((one) =>
    /^x-hmxmroriginalrecipient:/im.test(one.slice(0, LONGEST_WRITTEN)),
  )
  return isHotmail || (COMPLAINER.test(from) && COMPLAINT.test(subjectOf(parts)))
}

const COMPLAINER = anyOf(
  /\bstaff@(?:hotmail|outlook|microsoft)\.|\b(?:abuse|complaints?|fbl|feedback(?:loop)?|scomp|spamreports?)[\w.+-]{0,60}@/,
  /@(?:[\w-]{1,60}\.){0,4}(?:fbl|feedbackloop|abuse)\./,
)
const COMPLAINT = anyOf(
  /complaint about|(?:abuse|spam|junk) (?:report|complaint)|e?mail feedback report|feedback loop/,
  /^fw:|client tos notification/,
)

const subjectOf = (parts: EmailParts): string => firstOf(parts.header, 'subject') ?? ''

/** A person wants no more of these emails. `not-spam` is the opposite, `auth-failure` (RFC 6591) comes from a machine. */
export const isComplaint = (feedbackType: string): boolean =>
  !['not-spam', 'auth-failure', 'dkim', 'dmarc', 'miscategorized'].includes(feedbackType)
