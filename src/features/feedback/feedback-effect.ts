// Derives the effect of a report on its email. Pure. The return path is signed, so the report is about this email; everything
// else in it is untrusted. So the effect is always on the address that we sent to.
import type { Feedback, FeedbackRecipient } from '../../platform/email/feedback/feedback.ts'
import type { ReplyClass } from '../../platform/email/smtp/replies/reply-class.ts'

export type Effect =
  | { type: 'bounced'; class: ReplyClass; code: string | null; reason: string }
  | { type: 'delayed'; code: string | null; reason: string }
  | { type: 'complained'; feedbackType: string | null; reason: string }
  /** The recipient asked for no more emails, without a complaint. */
  | { type: 'unsubscribed'; feedbackType: string | null; reason: string }

export type RecordedEffect = { type: string; class: string | null }

/** Returns undefined for auto-replies, reports of success, `not-spam` and personal emails. */
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
 * Whether the effect was applied before: servers repeat a report when our reply was lost, and anyone who has seen a report can.
 * A hard bounce counts after a soft one; nothing counts after a hard one.
 */
export const isAlreadyApplied = (effect: Effect, recorded: readonly RecordedEffect[]): boolean =>
  recorded.some(({ type, class: former }) => {
    if (type !== effect.type) return false
    return effect.type !== 'bounced' || former === effect.class || former === 'hard'
  })
