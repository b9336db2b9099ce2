// Reports as JSON in the body of an email: Amazon SES through SNS. The email wraps its one long line.
import { readAddress } from './address-text.ts'
import type { DeliveryAction } from './feedback.ts'
import { MOST_RECIPIENTS } from './feedback.ts'
import { isObject, listAt, objectAt, textAt } from './providers/json-values.ts'
import type { Json } from './providers/json-values.ts'

export type NoticeRecipient = { address: string | null; status: string | null; diagnosis: string }
export type Notice = {
  kind: 'bounce' | 'complaint' | 'delivery'
  action: DeliveryAction
  feedbackType: string | null
  recipients: NoticeRecipient[]
  messageId: string | null
}

// A notice with a thousand recipients is shorter; parsing more would let a stranger use our time.
const LONGEST_JSON = 1_000_000

export function readNotice(text: string): Notice | undefined {
  const start = text.search(/^\s{0,20}\{/)
  const end = text.lastIndexOf('}')
  if (
    start < 0 ||
    end < start ||
    end > LONGEST_JSON ||
    !/"(?:notification|event)Type"|\\"notificationType/.test(text)
  ) {
    return undefined
  }
  return toNotice(parseJson(text.slice(start, end + 1).replace(/\n[ \t]?/g, '')))
}

function parseJson(text: string): Json {
  try {
    const parsed: unknown = JSON.parse(text)
    const message = isObject(parsed) ? parsed['Message'] : undefined
    // SNS nests the notice as a string.
    return typeof message === 'string' ? parseJson(message) : isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

function toNotice(json: Json): Notice | undefined {
  const type = (textAt(json, 'notificationType') || textAt(json, 'eventType')).toLowerCase()
  const email = objectAt(json, 'mail')
  const messageId = textAt(objectAt(email, 'commonHeaders'), 'messageId') || null
  if (type === 'bounce') {
    const bounce = objectAt(json, 'bounce')
    const words = `${textAt(bounce, 'bounceType')} ${textAt(bounce, 'bounceSubType')}`
    const recipients = recipientsAt(bounce, 'bouncedRecipients', words)
    return { kind: 'bounce', action: 'failed', feedbackType: null, recipients, messageId }
  }
  if (type === 'complaint') {
    const complaint = objectAt(json, 'complaint')
    const feedbackType = textAt(complaint, 'complaintFeedbackType').toLowerCase() || 'abuse'
    const recipients = recipientsAt(complaint, 'complainedRecipients', `Report of ${feedbackType}`)
    return { kind: 'complaint', action: 'failed', feedbackType, recipients, messageId }
  }
  if (type !== 'delivery') return undefined
  const delivery = objectAt(json, 'delivery')
  const recipients = recipientsAt(delivery, 'recipients', textAt(delivery, 'smtpResponse'))
  return { kind: 'delivery', action: 'delivered', feedbackType: null, recipients, messageId }
}

function recipientsAt(json: Json, key: string, words: string): NoticeRecipient[] {
  return listAt(json, key)
    .slice(0, MOST_RECIPIENTS)
    .map((one) => {
      const entry = isObject(one) ? one : { emailAddress: one }
      return {
        address: readAddress(textAt(entry, 'emailAddress')),
        status: /^[245]\.\d{1,3}\.\d{1,3}$/.exec(textAt(entry, 'status'))?.[0] ?? null,
        diagnosis:
          textAt(entry, 'diagnosticCode')
            .replace(/^\s*smtp\s*;/i, '')
            .trim() || words,
      }
    })
}
