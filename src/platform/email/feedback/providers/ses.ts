// Amazon SES: notifications of an identity (notificationType) and events of a configuration set (eventType), which SNS wraps.
import type { ReplyClass } from '../../smtp/replies/reply-class.ts'
import { isObject, listAt, objectAt, textAt } from './json-values.ts'
import type { Json } from './json-values.ts'
import { REFERENCE_NAME } from './provider-metadata.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent, ProviderEventKind } from './provider-event.ts'

/** Undetermined means that SES could not read the bounce. */
const CLASSES: Record<string, ReplyClass> = { permanent: 'hard', transient: 'soft' }
const SUPPRESSED = /^(?:suppressed|onaccountsuppressionlist)$/i

export function readSesEvents(json: Json): ProviderEvent[] {
  const type = (textAt(json, 'notificationType') || textAt(json, 'eventType')).toLowerCase()
  return READERS[type]?.(json) ?? []
}

const READERS: Record<string, (json: Json) => ProviderEvent[]> = {
  bounce(json) {
    const bounce = objectAt(json, 'bounce')
    const providerClass = CLASSES[textAt(bounce, 'bounceType').toLowerCase()] ?? null
    const isSuppressed = SUPPRESSED.test(textAt(bounce, 'bounceSubType'))
    const words = `${textAt(bounce, 'bounceType')} ${textAt(bounce, 'bounceSubType')}`.trim()
    return read(json, {
      kind: 'bounced',
      recipients: listAt(bounce, 'bouncedRecipients'),
      words,
      providerClass,
      isSuppressed,
    })
  },
  complaint(json) {
    const complaint = objectAt(json, 'complaint')
    const feedbackType = textAt(complaint, 'complaintFeedbackType') || 'abuse'
    // SES did not send the email: an earlier complaint put the address on the list of the account.
    const isSuppressed = SUPPRESSED.test(textAt(complaint, 'complaintSubType'))
    return read(json, {
      kind: isSuppressed ? 'bounced' : 'complained',
      recipients: listAt(complaint, 'complainedRecipients'),
      words: `Report of ${feedbackType}`,
      feedbackType,
      isSuppressed,
    })
  },
  delivery(json) {
    const delivery = objectAt(json, 'delivery')
    const words = textAt(delivery, 'smtpResponse')
    return read(json, { kind: 'delivered', recipients: listAt(delivery, 'recipients'), words })
  },
  deliverydelay(json) {
    const delay = objectAt(json, 'deliveryDelay')
    const words = textAt(delay, 'delayType')
    return read(json, { kind: 'delayed', recipients: listAt(delay, 'delayedRecipients'), words })
  },
  reject(json) {
    const words = `SES refused the email: ${textAt(objectAt(json, 'reject'), 'reason')}`
    const recipients = listAt(objectAt(json, 'mail'), 'destination')
    return read(json, { kind: 'bounced', recipients, words, providerClass: 'policy' })
  },
}

type SesReport = {
  kind: ProviderEventKind
  /** Addresses, or objects with an address. */
  recipients: unknown[]
  words: string
  providerClass?: ReplyClass | null
  isSuppressed?: boolean
  feedbackType?: string
}

function read(json: Json, { recipients, words, ...report }: SesReport): ProviderEvent[] {
  const ids = idsOf(objectAt(json, 'mail'))
  return recipients.map((one) => {
    const entry = isObject(one) ? one : { emailAddress: one }
    const diagnosis = textAt(entry, 'diagnosticCode').replace(/^\s*smtp\s*;/i, '')
    return providerEvent({
      ...report,
      ...ids,
      recipient: textAt(entry, 'emailAddress'),
      status: textAt(entry, 'status'),
      text: diagnosis.trim() || words,
    })
  })
}

/**
 * The tags are in the events of a configuration set only. The source is the return path if the email came by SMTP, and its
 * From address if it came by the API. The original Message-ID is among the headers; the common ones may have that of SES.
 */
function idsOf(email: Json): { reference: string; returnPath: string; messageId: string } {
  const [reference] = listAt(objectAt(email, 'tags'), REFERENCE_NAME)
  const original = listAt(email, 'headers')
    .filter(isObject)
    .find((header) => textAt(header, 'name').toLowerCase() === 'message-id')
  return {
    reference: typeof reference === 'string' ? reference : '',
    returnPath: textAt(email, 'source'),
    messageId: textAt(original ?? {}, 'value') || textAt(objectAt(email, 'commonHeaders'), 'messageId'),
  }
}
