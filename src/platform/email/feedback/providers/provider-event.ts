// The report of a provider about one recipient of one email, in the same form for all providers.
import { isComplaint } from '../abuse-report.ts'
import { readAddress } from '../address-text.ts'
import { classifyReport, hasReply } from '../classify-report.ts'
import type { Feedback, FeedbackRecipient } from '../feedback.ts'
import type { ReplyClass } from '../../smtp/replies/reply-class.ts'
import { storableText } from '../../../text/storable-text.ts'

export type ProviderEventKind = 'delivered' | 'delayed' | 'bounced' | 'complained' | 'unsubscribed'

export type ProviderEvent = {
  kind: ProviderEventKind
  /** Canonical; null if the provider does not name a valid address. */
  recipient: string | null
  /** The signed reference that our email carried in the metadata of the provider. */
  reference: string | null
  /** The envelope sender of our email. */
  returnPath: string | null
  /** The Message-ID of our email. */
  messageId: string | null
  /** RFC 3463. */
  status: string | null
  /** The reply of the receiving server, or the words of the provider. */
  text: string
  /** The class that the provider gives a bounce. It decides only where there is neither a reply nor a status. */
  providerClass: ReplyClass | null
  /** The provider did not send the email, because the recipient is on its own suppression list. */
  isSuppressed: boolean
  /** The type of a complaint (RFC 5965), such as abuse. */
  feedbackType: string | null
}

type EventValues = Pick<ProviderEvent, 'kind'> & {
  recipient: string
  reference?: string
  returnPath?: string
  messageId?: string
  status?: string
  text?: string
  providerClass?: ReplyClass | null
  isSuppressed?: boolean
  feedbackType?: string
}

// A reply has at most some hundred characters; a report that quotes the email is longer.
const LONGEST_TEXT = 2_000
// A reference has 66 characters, a return path at most 254 (RFC 5321 section 4.5.3.1).
const LONGEST_ID = 300

/** An empty text is a value that the provider left out. Characters that PostgreSQL cannot store, such as NUL, are removed. */
export const providerEvent = (given: EventValues): ProviderEvent => ({
  kind: given.kind,
  recipient: readAddress(storableText(given.recipient)),
  reference: idOf(given.reference),
  returnPath: idOf(given.returnPath),
  messageId: idOf(given.messageId),
  status: STATUS.exec(given.status ?? '')?.[0] ?? null,
  text: storableText((given.text ?? '').slice(0, LONGEST_TEXT)),
  providerClass: given.providerClass ?? null,
  isSuppressed: given.isSuppressed ?? false,
  feedbackType:
    given.feedbackType === undefined ? null : storableText(given.feedbackType.toLowerCase().slice(0, 40)),
})

const STATUS = /^[245]\.\d{1,3}\.\d{1,3}$/

const idOf = (text: string | undefined): string | null =>
  text === undefined || text === '' || text.length > LONGEST_ID ? null : storableText(text)

/** The effects of a bounce report of the receiving server: our own classes decide where there are words of that server. */
export function toFeedback(event: ProviderEvent): Feedback {
  const { kind, messageId, returnPath, feedbackType } = event
  return {
    kind: KINDS[kind],
    recipients: [toRecipient(event)],
    originalMessageId: messageId,
    originalSenders: returnPath === null ? [] : [returnPath],
    reportedTo: null,
    feedbackType:
      kind === 'unsubscribed' ? 'opt-out' : kind === 'complained' ? (feedbackType ?? 'abuse') : null,
  }
}

const KINDS = {
  delivered: 'delivery',
  delayed: 'bounce',
  bounced: 'bounce',
  complained: 'complaint',
  unsubscribed: 'complaint',
} as const

const ACTIONS = {
  delivered: 'delivered',
  delayed: 'delayed',
  bounced: 'failed',
  complained: null,
  unsubscribed: null,
} as const

const FINAL: ReadonlySet<ProviderEventKind> = new Set(['bounced', 'unsubscribed'])

function toRecipient(event: ProviderEvent): FeedbackRecipient {
  const { kind, recipient, status, text, providerClass, isSuppressed } = event
  const isDelayed = kind !== 'bounced'
  const verdict = classifyReport({ status, texts: [text], isDelayed })
  const isOwnWord = status === null && !hasReply(text)
  const byProvider = isSuppressed ? 'hard' : isOwnWord ? providerClass : null
  return {
    address: recipient,
    ...verdict,
    class: kind === 'bounced' ? (byProvider ?? verdict.class) : 'soft',
    ...(isSuppressed && { reason: `The provider's suppression list has this address. ${text}`.trim() }),
    action: ACTIONS[kind],
    isFinal: kind === 'complained' ? isComplaint(event.feedbackType ?? '') : FINAL.has(kind),
  }
}
