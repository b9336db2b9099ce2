import type { ReplyClass } from '../smtp/replies/reply-class.ts'

/** RFC 3464 section 2.3.3. Reports that follow no rule are `failed` or `delayed`, by their words. */
export type DeliveryAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'

export type FeedbackKind = 'bounce' | 'complaint' | 'auto-reply' | 'other'

export type FeedbackRecipient = {
  /** Canonical where it is an address by our rules. Null where the report hides it: look the email up by its id. */
  address: string | null
  /** Of a complaint and of an automatic answer always `soft`: they say nothing about the mailbox. */
  class: ReplyClass
  /** The enhanced status (RFC 3463), else the SMTP code, else null. */
  code: string | null
  /** One line for people. */
  reason: string
  /** What became of the email; null for anything but a report of delivery. */
  action: DeliveryAction | null
  /**
   * True when this is to be recorded: a failure for good, or a person's complaint. False for a delay (the server still
   * tries), a success, an automatic answer, and a report such as `not-spam`.
   */
  isFinal: boolean
}

/** What one incoming email says about email that we sent. */
export type Feedback = {
  kind: FeedbackKind
  recipients: FeedbackRecipient[]
  /** Of the email that this is about, with its angle brackets. */
  originalMessageId: string | null
  /**
   * What the report says the original was sent from: its return path, and addresses of its header that lead back to the
   * sender. The word of a stranger, as everything here; which of them are ours, their signature says.
   */
  originalSenders: string[]
  /** Whom the report was written to: the return path of the original, which may name the email. */
  reportedTo: string | null
  /** RFC 5965 section 7.3 in lower case: abuse, fraud, virus, not-spam, opt-out, auth-failure, other. */
  feedbackType: string | null
}

// One transaction has a hundred recipients (RFC 5321 section 4.5.3.1.8), and our own emails have one. Each recipient is
// judged by all the words, so that a longer list in a short report would cost seconds.
export const MOST_RECIPIENTS = 100

/** A report notes one return path; each that is looked up costs a statement. */
export const MOST_SENDERS = 5
