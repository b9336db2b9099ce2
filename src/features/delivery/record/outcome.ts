// Maps the result of a transport to the outcome of the attempt: sent, deferred, bounced or failed. Pure.
import { classifyReply } from '../../../platform/email/smtp/replies/reply-class.ts'
import type { ReplyClass } from '../../../platform/email/smtp/replies/reply-class.ts'
import { replyText } from '../../../platform/email/smtp/replies/reply-text.ts'
import type { AttemptResult, SmtpReply, Stage } from '../../../platform/email/transport.ts'
import { refusedParty } from '../../../platform/email/smtp/replies/refusal.ts'
import type { ClaimedEmail, HeldFor } from '../queue/claim.queries.ts'
import type { TestOutcome } from '../transports/test-recipients.ts'
import { retryPauseMs } from '../queue/retry-schedule.ts'

export type AttemptOutcome = {
  status:
    | 'SENT'
    | 'DELIVERED'
    | 'DEFERRED'
    | 'SCHEDULED'
    | 'BOUNCED'
    | 'COMPLAINED'
    | 'FAILED'
    | 'SUPPRESSED'
    | 'CANCELLED'
  /** Only with DEFERRED and SCHEDULED. */
  retryAt?: Date
  /** With DEFERRED: the transport does not work. Always with SCHEDULED. This does not count as an attempt. */
  isWaiting?: boolean
  /** With SCHEDULED. */
  heldFor?: HeldFor
  /** With heldFor `cap`. */
  capHeldSince?: Date
  /** With DEFERRED: the next attempt is that of another transport. */
  routeId?: number
  reply?: SmtpReply | null
  reason?: string
  /** The class of a permanent refusal. */
  class?: ReplyClass
}

type Attempt = { email: Pick<ClaimedEmail, 'attempts' | 'give_up_at'>; now: Date; chance: number }

/** `chance` is 0 to 1 and spreads the times of the next attempt; random except in tests. */
export function outcomeOf(result: AttemptResult, attempt: Attempt): AttemptOutcome {
  switch (result.kind) {
    case 'accepted':
      return { status: result.isDelivered ? 'DELIVERED' : 'SENT', reply: result.reply }
    case 'rejected': {
      const { reply, stage } = result
      // The relay may refuse all email, which shows while this one waits. The second refusal is final.
      const isDoubtful = stage === 'rcpt' && refusedParty(reply, stage) === 'transport'
      if (isDoubtful && attempt.email.attempts === 1) {
        return deferOrFail(attempt, { reply, reason: replyText(reply), class: 'policy' })
      }
      return { status: 'BOUNCED', reply, class: classifyReply(reply, stage), reason: replyText(reply) }
    }
    case 'deferred':
      return deferOrFail(attempt, {
        reply: result.reply,
        reason: result.reply ? replyText(result.reply) : result.reason,
        class: classOfDelay(result),
      })
    case 'ambiguous':
      // The receiver may have it. A retry may duplicate it, with the same Message-ID; no retry may lose it.
      return deferOrFail(attempt, {
        reply: null,
        reason: `the connection broke after the email was handed over: ${result.reason}`,
      })
  }
}

/** The outcome of an attempt that failed because the transport does not work; `nextTryAt`: its next attempt. */
export function waitForTransport(
  result: AttemptResult,
  { email, reason, nextTryAt }: { email: Pick<ClaimedEmail, 'give_up_at'>; reason: string; nextTryAt: Date },
): AttemptOutcome {
  const reply = 'reply' in result ? result.reply : null
  return nextTryAt <= email.give_up_at
    ? { status: 'DEFERRED', retryAt: nextTryAt, reply, reason, isWaiting: true }
    : { status: 'FAILED', reply, reason: `given up, because the transport did not work in time: ${reason}` }
}

// Long enough for a backlog of such emails to cost little, short enough for them to leave soon after the store is back.
const STORE_PAUSE_MS = 15_000

/** The outcome of an attempt whose attachments or content could not be read, because the object store does not work. */
export function waitForObjectStore({ email, now, chance }: Attempt, reason: string): AttemptOutcome {
  const retryAt = new Date(now.getTime() + STORE_PAUSE_MS * (1 + chance))
  return retryAt <= email.give_up_at
    ? { status: 'DEFERRED', retryAt, reply: null, reason, isWaiting: true }
    : {
        status: 'FAILED',
        reply: null,
        reason: `given up, because the object store did not work in time: ${reason}`,
      }
}

/** The outcome of an attempt that failed because the transport does not work, when there is another one. */
export function failOver(
  result: AttemptResult,
  { reason, routeId, now }: { reason: string; routeId: number; now: Date },
): AttemptOutcome {
  const reply = 'reply' in result ? result.reply : null
  return { status: 'DEFERRED', retryAt: now, reply, reason, isWaiting: true, routeId }
}

/** `class`: the class of the refusal if there is no time for another attempt. */
type Delay = { reply: SmtpReply | null; reason: string; class?: ReplyClass | undefined }

/** The outcome of an attempt that may be repeated: DEFERRED, or FAILED if no time is left. */
export function deferOrFail(
  { email, now, chance }: Attempt,
  { reply, reason, class: verdict }: Delay,
): AttemptOutcome {
  const retryAt = new Date(now.getTime() + retryPauseMs(email.attempts, chance))
  return retryAt <= email.give_up_at
    ? { status: 'DEFERRED', retryAt, reply, reason }
    : {
        status: 'FAILED',
        reply,
        reason: `given up after ${email.attempts === 1 ? 'one attempt' : `${email.attempts} attempts`}: ${reason}`,
        ...(verdict && { class: verdict }),
      }
}

/** Only a reply about a recipient counts against the recipient: an unreachable relay says nothing about the mailbox. */
const classOfDelay = ({
  reply,
  stage,
}: Extract<AttemptResult, { kind: 'deferred' }>): ReplyClass | undefined =>
  reply !== null && ABOUT_RECIPIENT.has(stage) ? classifyReply(reply, stage) : undefined

const ABOUT_RECIPIENT = new Set<Stage>(['rcpt', 'data', 'dot'])

/** A complaint follows an email that was accepted. */
export const applyTestOutcome = (outcome: AttemptOutcome, testOutcome: TestOutcome): AttemptOutcome =>
  testOutcome === 'complained' ? { ...outcome, status: 'COMPLAINED' } : outcome
