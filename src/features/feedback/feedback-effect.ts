// What a report means for the email that it is about. Pure. The report is trusted to speak of this email only: its
// return path is signed, everything else in it is the word of a stranger. So whatever addresses it names, what follows is
// about the address that we wrote to.
import type { Feedback, FeedbackRecipient } from '../../platform/email/feedback/feedback.ts'
import type { ReplyClass } from '../../platform/email/smtp/replies/reply-class.ts'

export type Effect =
  | { type: 'bounced'; class: ReplyClass; code: string | null; reason: string }
  | { type: 'delayed'; code: string | null; reason: string }
  | { type: 'complained'; feedbackType: string | null; reason: string }
  /** The recipient asked for no more email, and said nothing bad about it. */
  | { type: 'unsubscribed'; feedbackType: string | null; reason: string }

/** What is on record already. */
export type Noted = { type: string; class: string | null }

/** Undefined for what changes nothing: automatic answers, reports of success, `not-spam`, email of people. */
export function effectOf(feedback: Feedback, address: string): Effect | undefined {
  const { kind, recipients, feedbackType } = feedback
  const recipient = recipients.find((one) => one.address === address) ?? recipients[0]
  if (!recipient) return undefined
  if (kind === 'bounce') return effectOfBounce(recipient)
  if (kind !== 'complaint' || !recipient.isFinal) return undefined
  const type = feedbackType !== null && OPT_OUT.test(feedbackType) ? 'unsubscribed' : 'complained'
  return { type, feedbackType, reason: recipient.reason }
}

// `opt-out` and `opt-out-list` come from the drafts of RFC 5965, and some feedback loops still use them.
const OPT_OUT = /^(?:opt-?out|unsubscribe|removal)/

function effectOfBounce({ isFinal, action, code, reason, ...said }: FeedbackRecipient): Effect | undefined {
  if (isFinal) return { type: 'bounced', class: said.class, code, reason }
  return action === 'delayed' ? { type: 'delayed', code, reason } : undefined
}

/**
 * Whether it has been acted on before: servers send a report again when our answer was lost, and anybody who has seen one
 * can. That an address is dead is news after a softer bounce; nothing is news after that.
 */
export const isKnown = (effect: Effect, noted: readonly Noted[]): boolean =>
  noted.some(({ type, class: former }) => {
    if (type !== effect.type) return false
    return effect.type !== 'bounced' || former === effect.class || former === 'hard'
  })
