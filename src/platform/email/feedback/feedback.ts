import type { ReplyClass } from '../smtp/replies/reply-class.ts'

/** RFC 3464 section 2.3.3. Other reports are `failed` or `delayed`, by their words. */
export type DeliveryAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'

/** `delivery`: only a provider reports it, which has proved who it is. */
export type FeedbackKind = 'bounce' | 'complaint' | 'delivery' | 'auto-reply' | 'other'

export type FeedbackRecipient = {
  /** Canonical if it is a valid address by our rules. Null if the report hides it: look the email up by its id. */
  address: string | null
  /** Always `soft` for a complaint and an automatic reply: they say nothing about the mailbox. */
  class: ReplyClass
  /** The enhanced status (RFC 3463), else the SMTP code, else null. */
  code: string | null
  /** One line for people. */
  reason: string
  /** The outcome for the email; null for anything but a delivery report. */
  action: DeliveryAction | null
  /**
   * True if this is to be recorded: a permanent failure, or a person's complaint. False for a delay (the server keeps
   * trying), a success, an automatic reply, and a report such as `not-spam`.
   */
  isFinal: boolean
}

/** The report of one incoming email about an email that we sent. */
export type Feedback = {
  kind: FeedbackKind
  recipients: FeedbackRecipient[]
  /** The Message-ID of our email, with its angle brackets. */
  originalMessageId: string | null
  /**
   * Senders of the original according to the report: its return path, and addresses in its header that lead to the sender.
   * Untrusted, like everything here; a signature tells which of them are ours.
   */
  originalSenders: string[]
  /** The address the report was sent to: the return path of the original, which may identify the email. */
  reportedTo: string | null
  /** RFC 5965 section 7.3 in lower case: abuse, fraud, virus, not-spam, opt-out, auth-failure, other. */
  feedbackType: string | null
}

// One transaction has a hundred recipients (RFC 5321 section 4.5.3.1.8), and our own emails have one. Every recipient is
// classified by all the words, so a longer list in a short report would take seconds.
export const MOST_RECIPIENTS = 100

/** A report has one return path; each lookup costs a statement. */
export const MOST_SENDERS = 5
