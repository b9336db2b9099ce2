// Applies a bounce or a complaint that comes after an email was sent: to its record, to the counters of the project's
// health, and to its recipient.
import type { Trx } from '../../../platform/db/client.ts'
import { reportsComplaints } from '../../../platform/email/feedback/complaint-receivers.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { insertReplyNote } from '../tally/reply-notes.queries.ts'
import { groupableReply, standingOf } from '../tally/standing.ts'
import { insertStanding, moveTally } from '../tally/tally.queries.ts'
import { isSimulated } from '../transports/simulated.ts'
import { endEmail } from './end.queries.ts'
import type { LockedEmail } from './end.queries.ts'
import type { RefusedRecipient } from './soft-bounces.service.ts'
import { applyRefusals, suppressAndUnsubscribe } from './suppress-recipients.service.ts'
import type { Refusal } from './suppress-recipients.service.ts'

type ReportedEmail = {
  ref: EmailRef
  email: LockedEmail
  type: 'bounced' | 'complained'
  reason: string
  now: Date
}

/**
 * "bounce comes later" and "reported as spam" of docs/states.md. A report proves that a server accepted the email, even if it
 * is still queued or with a worker: the connection was lost after the final dot. So the email ends, instead of being sent
 * again. Emails in other states have ended and stay as they are.
 */
const ENDABLE = new Set(['QUEUED', 'SCHEDULED', 'SENDING', 'DEFERRED', 'SENT', 'DELIVERED'])
const COUNTED = new Set(['SENT', 'DELIVERED'])

export async function endReportedEmail(
  trx: Trx,
  { ref, email, type, reason, now }: ReportedEmail,
): Promise<void> {
  if (!ENDABLE.has(email.status)) return
  const status = type === 'bounced' ? 'BOUNCED' : 'COMPLAINED'
  // A complaint proves that the email arrived.
  const sentAt = email.sent_at ?? (type === 'complained' ? now : null)
  await endEmail(trx, { ...ref, status, reason, sentAt })
  if (isSimulated(email)) return
  await recordStanding(trx, { ref, email, type, reason, now })
  const from = COUNTED.has(email.status) ? email.status.toLowerCase() : null
  await moveTally(trx, {
    projectId: ref.projectId,
    at: countedAt(email) ?? now,
    from,
    to: type,
    isReportable: reportsComplaints(email.address),
    now,
  })
}

/** Counts in the hour of the report: that is when the receiver began to object. */
async function recordStanding(
  trx: Trx,
  { ref: { projectId }, email, type, reason, now }: ReportedEmail,
): Promise<void> {
  const standing = email.via ?? standingOf(email.address, { transportId: email.transport_id ?? undefined })
  const what = type === 'bounced' ? 'reported' : 'complained'
  await insertStanding(trx, { projectId, at: now, standing: `${standing} ${what}` })
  if (type === 'complained') return
  const reply = groupableReply(reason, email.address)
  await insertReplyNote(trx, { projectId, at: now, standing: `${standing} ${what}`, reply })
}

const HOUR_MS = 3_600_000

/**
 * An email counts in the hour in which it was sent, so that a rate is a share of the same emails. One that was sent before the
 * project was last resumed counts in an hour that is no longer evaluated, even within the hour of the resumption.
 */
function countedAt({ sent_at: sentAt, judged_from: judgedFrom }: LockedEmail): Date | null {
  if (sentAt === null || judgedFrom === null || sentAt >= judgedFrom) return sentAt
  return new Date(Math.min(sentAt.getTime(), judgedFrom.getTime() - HOUR_MS))
}

type ReportedRecipient = RefusedRecipient & { email: LockedEmail }

/** The effects of a report on the recipient of its email. */
export async function suppressReported(
  trx: Trx,
  { email, ...recipient }: ReportedRecipient,
  report: 'complained' | (Pick<Refusal, 'class' | 'answer'> & { source?: string }),
): Promise<void> {
  if (isSimulated(email)) return
  if (report === 'complained') {
    return suppressAndUnsubscribe(trx, [recipient], { reason: 'complaint', source: 'complaint' })
  }
  const { source = 'bounce', ...refusal } = report
  return applyRefusals(trx, [{ ...recipient, ...refusal }], { source })
}
