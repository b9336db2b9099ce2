// The contract between delivery and the transports, in the words of SMTP. The stage of a failure matters: if the connection was
// lost before the final dot, the email was certainly not accepted; after it, only the receiver knows. An HTTP request has a
// final dot too: its last bytes.
import type { EmailAddress } from '../addresses/email-address.ts'
import type { EmailId, ProjectId } from '../ids.ts'
import type { ConnectionLimit } from './smtp/connection-limit.ts'

/** The stage that an SMTP transaction has reached. */
export type Stage = 'connect' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot'

export type SmtpReply = { code: number; enhancedCode: string | null; text: string }

/** `localAddress`: the address of this machine that the email left from, if own delivery was told which to use. */
export type AttemptResult = { localAddress?: string } &
  /** `isDelivered` where the transport is the mailbox itself. */
  (
    | { kind: 'accepted'; reply: SmtpReply; isDelivered: boolean }
    /** Certainly not accepted; worth a retry. */
    | { kind: 'deferred'; stage: Stage; reply: SmtpReply | null; reason: string }
    /** Permanently refused. */
    | { kind: 'rejected'; stage: Stage; reply: SmtpReply }
    /** The connection was lost after the final dot. */
    | { kind: 'ambiguous'; reason: string }
  )

/** `unsent`: not started, because it was not allowed, or because the transport was closed or has no connection for it. */
export type SendResult = AttemptResult | { kind: 'unsent' }

/** One recipient per SMTP transaction. `from` is the return path, or empty. */
export type Envelope = { from: string; to: EmailAddress; projectId: ProjectId; emailId: EmailId }

export type SendHooks = {
  /**
   * Called when a connection is ready, before the first command about this email: false when it must not be sent after all.
   * Called again when the email is retried on a fresh connection.
   */
  canStart(): Promise<boolean>
  /**
   * Called before the final dot: false when the lease on the email was lost, and the connection must be closed. Called
   * again when the email is retried on a fresh connection.
   */
  isLeaseHeld(): Promise<boolean>
}

export type Transport = {
  readonly name: string
  /** How many emails it sends at the same time. */
  readonly limit: ConnectionLimit
  /**
   * Never throws: every failure is a result. Owns `bytes`: once they are accepted, their Buffer may be reused for another
   * email.
   */
  send(envelope: Envelope, bytes: Buffer, hooks: SendHooks): Promise<SendResult>
  /** Closes idle connections. Emails in flight are finished; those that wait for a connection are `unsent`. */
  close(): Promise<void>
}
