// The recipients of a bounce: from the fields of RFC 3464 where the report has them, otherwise from its words.
// classifyReport() decides in both cases; the fields only make the recipient and the status certain.
import { findAddresses } from './address-text.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import type { DeliveryStatus } from './delivery-status.ts'
import { findFailedRecipients } from './failed-recipients.ts'
import type { OriginalAddresses } from './failed-recipients.ts'
import type { FeedbackRecipient } from './feedback.ts'
import { firstOf } from './header-fields.ts'
import { classifyReport } from './classify-report.ts'
import type { EmailParts } from './email-parts.ts'
import type { Original } from './original-message.ts'

/** An email whose own words have been separated from the original that it quotes. */
export type ReturnedEmail = { parts: EmailParts; report: string; original: Original }

/** One entry per recipient; empty if the report has no such fields. */
export function readDeliveryReports(email: ReturnedEmail): FeedbackRecipient[] {
  const statuses = statusesIn(email)
  if (statuses.length === 0) return []
  const failed = findFailedRecipients(email.report, originalAddresses(email))
  const words = new Map(failed.map((one) => [one.address, one.words]))
  const isOnly = statuses.length === 1
  const fallback = isOnly ? (failed[0]?.address ?? null) : null
  const byAddress = new Map<string, FeedbackRecipient>()
  for (const status of statuses) {
    const own = words.get(status.finalAddress ?? '') ?? words.get(status.address ?? '') ?? ''
    // General words apply to a single recipient, and to one of several only if nothing else was said about it.
    const recipient = fromStatus(status, isOnly ? [own, email.report] : [own])
    const address = recipient.address ?? fallback
    const key = address ?? String(byAddress.size)
    if (!byAddress.has(key)) byAddress.set(key, { ...recipient, address })
  }
  return [...byAddress.values()]
}

/** From the report parts; a report with broken MIME, or a forwarded one, has the fields in its text. */
function statusesIn({ parts }: ReturnedEmail): DeliveryStatus[] {
  const found = parts.deliveryReports.flatMap(readDeliveryStatus)
  if (found.length > 0) return found
  const isWritten =
    /^final-recipient:/im.test(parts.text) && /^(?:action|status|diagnostic-code):/im.test(parts.text)
  return isWritten ? readDeliveryStatus(parts.text) : []
}

function fromStatus(
  { address, status, diagnosis, ...given }: DeliveryStatus,
  words: string[],
): FeedbackRecipient {
  const action = given.action ?? (status?.startsWith('2') ? 'delivered' : 'failed')
  const isGood = action !== 'failed' && action !== 'delayed'
  const verdict = classifyReport({ status, texts: [diagnosis, ...words], isDelayed: action !== 'failed' })
  return { address, ...verdict, ...(isGood && { class: 'soft' }), action, isFinal: action === 'failed' }
}

/** One entry per recipient that is named, or one without an address. */
export function readWords(email: ReturnedEmail, isDelayed: boolean): FeedbackRecipient[] {
  const failed = findFailedRecipients(email.report, originalAddresses(email))
  const named = failed.length > 0 ? failed : [{ address: null, words: '' }]
  return named.map(({ address, words }) => {
    const texts = named.length === 1 || words === '' ? [words, email.report] : [words]
    const verdict = classifyReport({ status: null, texts, isDelayed })
    return { address, ...verdict, action: isDelayed ? 'delayed' : 'failed', isFinal: !isDelayed }
  })
}

/** Exim and Gmail write X-Failed-Recipients. The report is addressed to the sender of the failed email. */
function originalAddresses({ parts, original }: ReturnedEmail): OriginalAddresses {
  const failed = parts.header.filter(({ name }) => name === 'x-failed-recipients')
  const sender = findAddresses(firstOf(parts.header, 'to') ?? '')
  return {
    failed: new Set(failed.flatMap(({ value }) => findAddresses(value))),
    recipients: new Set(original.recipients),
    senders: new Set([...original.senders, ...sender]),
  }
}
