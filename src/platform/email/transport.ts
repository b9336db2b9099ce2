// The contract between delivery and whatever carries email away. What matters in it is the stage of a failure: a line
// lost before the final dot was sent is an email that was certainly not taken; one lost after it may have been, and only
// the receiver knows.
import type { EmailAddress } from '../addresses/email-address.ts'
import type { EmailId, ProjectId } from '../ids.ts'
import type { ConnectionLimit } from './smtp/connection-limit.ts'

/** How far an SMTP transaction had come. */
export type Stage = 'connect' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot'

export type SmtpReply = { code: number; enhancedCode: string | null; text: string }

/** What became of one attempt. */
export type AttemptResult =
  /** Taken over. `isDelivered` where the transport is the mailbox itself. */
  | { kind: 'accepted'; reply: SmtpReply; isDelivered: boolean }
  /** Certainly not taken; worth another try. */
  | { kind: 'deferred'; stage: Stage; reply: SmtpReply | null; reason: string }
  /** Refused for good. */
  | { kind: 'rejected'; stage: Stage; reply: SmtpReply }
  /** The line was lost after the final dot. */
  | { kind: 'ambiguous'; reason: string }

/** `unsent`: not begun, because it may not be, or because the transport was closed before there was a connection for it. */
export type SendResult = AttemptResult | { kind: 'unsent' }

/** One recipient an SMTP transaction. `from` is the return path; empty for none. */
export type Envelope = { from: string; to: EmailAddress; projectId: ProjectId; emailId: EmailId }

export type SendHooks = {
  /**
   * Asked when a connection is ready, before the first word about this email: false when it must not be sent after all.
   * Asked again when the email starts over on a fresh connection.
   */
  mayBegin(): Promise<boolean>
  /**
   * Asked when all but the final dot has left: false when the email is no longer ours, and the line must be dropped. Asked
   * again when the email starts over on a fresh connection.
   */
  isStillOurs(): Promise<boolean>
}

export type Transport = {
  readonly name: string
  /** How many emails it carries at the same time. */
  readonly limit: ConnectionLimit
  /**
   * Never throws: whatever happens to the line is a result. Takes the bytes over: once they are accepted, their Buffer may be
   * used for another email.
   */
  send(envelope: Envelope, bytes: Buffer, hooks: SendHooks): Promise<SendResult>
  /** Says goodbye on what is kept open. An email on its way is finished; one that waits for a connection is `unsent`. */
  close(): Promise<void>
}
