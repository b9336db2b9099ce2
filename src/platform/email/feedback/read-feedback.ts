// Reads what an incoming email says about one of our emails. This file decides the order of the readers: standard reports
// first (RFC 5965, RFC 3464, the JSON of Amazon), then the signs of an automatic reply (RFC 3834), then words. It never
// throws and depends on nothing but the bytes.
import { findAddresses } from './address-text.ts'
import { isComplaint, readAbuseReport, readReportedSenders } from './abuse-report.ts'
import type { AbuseReport } from './abuse-report.ts'
import { readDeliveryReports, readWords } from './bounce.ts'
import type { ReturnedEmail } from './bounce.ts'
import { MOST_RECIPIENTS, MOST_SENDERS } from './feedback.ts'
import type { Feedback, FeedbackRecipient } from './feedback.ts'
import { firstOf, readHeader } from './header-fields.ts'
import { readParts } from './email-parts.ts'
import type { EmailParts } from './email-parts.ts'
import { readOriginal, splitAtOriginal } from './original-message.ts'
import type { Original } from './original-message.ts'
import { readNotice } from './provider-notice.ts'
import { toFeedback } from './providers/provider-event.ts'
import type { ProviderEvent } from './providers/provider-event.ts'
import { readSigns } from './signs.ts'

/** Reads one email sent to a return path or a complaint address. Accepts any bytes. */
export async function readFeedback(raw: Uint8Array): Promise<Feedback> {
  const parts = await readParts(raw)
  const feedback = readPartsOf(parts)
  const hasReport = parts.deliveryReports.length > 0 || parts.abuseReports.length > 0
  const wrapped = hasReport ? undefined : parts.originals.find(isReport)
  if (wrapped === undefined) return feedback
  const inner = readPartsOf(await readParts(Buffer.from(wrapped)))
  return names(inner) ? inner : feedback
}

const names = ({ recipients }: Feedback): boolean => recipients.some(({ address }) => address !== null)

/** A gateway or a person forwarded the report as a part of another email. Only one level is read. */
function isReport(original: string): boolean {
  const header = readHeader(original)
  const isMime = /report-type="?(?:delivery-status|feedback-report)/i.test(
    firstOf(header, 'content-type') ?? '',
  )
  return isMime || /mailer-daemon/i.test(firstOf(header, 'from') ?? '')
}

function readPartsOf(parts: EmailParts): Feedback {
  const { report, original } = splitAtOriginal(parts.text)
  const email = { parts, report, original: readOriginal(parts, original) }
  const found = readEmail(email)
  return {
    kind: found.kind,
    recipients: found.recipients.slice(0, MOST_RECIPIENTS),
    originalMessageId: found.originalMessageId ?? email.original.messageId,
    originalSenders: sendersOf(email, found.originalSenders),
    reportedTo: reportedTo(parts),
    feedbackType: found.feedbackType ?? null,
  }
}

/** The envelope first, which has the return path. */
function sendersOf({ parts, original }: ReturnedEmail, found: readonly string[] = []): string[] {
  return [...new Set([...found, ...readReportedSenders(parts), ...original.senders])].slice(0, MOST_SENDERS)
}

type FeedbackReading = Pick<Feedback, 'kind' | 'recipients'> & Partial<Feedback>

function readEmail(email: ReturnedEmail): FeedbackReading {
  const abuse = readAbuseReport(email.parts)
  if (abuse) return complaint(abuse, email.original)
  const notice = fromNotice(readNotice(email.parts.text))
  if (notice) return notice
  const reported = readDeliveryReports(email)
  if (reported.length > 0) {
    return { kind: reported.some(isTrouble) ? 'bounce' : 'other', recipients: reported }
  }
  const signs = readSigns(email.parts, email.report)
  if (signs.isAutoReply) return autoReply(email)
  if (signs.isBounce) return { kind: 'bounce', recipients: readWords(email, signs.isDelayed) }
  // RFC 8098: a receipt is an automatic reply, unless a filter uses it to refuse (RFC 5429 section 2.2).
  return email.parts.receipts.length > 0 ? autoReply(email) : { kind: 'other', recipients: [] }
}

/** A report of success is not a bounce. */
const isTrouble = ({ action }: FeedbackRecipient): boolean => action === 'failed' || action === 'delayed'

function complaint({ feedbackType, recipients, reason }: AbuseReport, original: Original): FeedbackReading {
  // With several recipients in the original, it is unknown who complained.
  const [only = null, ...others] = original.recipients
  const addresses = recipients.length > 0 ? recipients : [others.length > 0 ? null : only]
  const isFinal = isComplaint(feedbackType)
  return {
    kind: 'complaint',
    feedbackType,
    recipients: addresses.map((address) => ({ ...NO_DELIVERY, address, reason: shortened(reason), isFinal })),
  }
}

const NO_DELIVERY = { class: 'soft', code: null, action: null } as const

/** An automatic reply comes from the recipient, even if the body says otherwise. */
function autoReply({ parts }: ReturnedEmail): FeedbackReading {
  const [address = null] = findAddresses(firstOf(parts.header, 'from') ?? '')
  const reason = shortened(firstOf(parts.header, 'subject') ?? '')
  const id = /<[^<>\s]{1,900}>/.exec(firstOf(parts.header, 'in-reply-to', 'references') ?? '')?.[0]
  return {
    kind: 'auto-reply',
    recipients: [{ ...NO_DELIVERY, address, reason, isFinal: false }],
    ...(id !== undefined && { originalMessageId: id }),
  }
}

/** Anybody can write such an email, so a delivery in it proves nothing. */
function fromNotice(events: readonly ProviderEvent[]): FeedbackReading | undefined {
  const notices = events.slice(0, MOST_RECIPIENTS).map(toFeedback)
  const [first] = notices
  return (
    first && {
      ...first,
      kind: first.kind === 'delivery' ? 'other' : first.kind,
      recipients: notices.flatMap(({ recipients }) => recipients),
    }
  )
}

function reportedTo({ header }: EmailParts): string | null {
  const named = firstOf(header, 'to', 'x-original-to', 'envelope-to', 'delivered-to', 'apparently-to')
  return findAddresses(named ?? '')[0] ?? null
}

// As long as the reason of a bounce.
const shortened = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500)
