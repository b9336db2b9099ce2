// Applies a report about an email: to its record, the events, the counters of the project's health, and the suppression of its
// recipient. All in one transaction, and once, however often the report comes.
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { reportsComplaints } from '../../platform/email/feedback/complaint-receivers.ts'
import { newId } from '../../platform/ids.ts'
import type { EventId } from '../../platform/ids.ts'
import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { lockContacts } from '../contacts/index.ts'
import { storableText } from '../../platform/text/storable-text.ts'
import {
  endEmail,
  findContactOfEmail,
  unsubscribeByEmail,
  isErasedAddress,
  listNotes,
  lockEmail,
  insertNote,
  insertSenderRefusals,
  suppressSoftBouncers,
  matchErasedAddress,
  suppressAndUnsubscribe,
  moveTally,
} from '../delivery/index.ts'
import type { EmailRef, LockedEmail } from '../delivery/index.ts'
import { recordEvent } from '../events/index.ts'
import { isTestRecipient } from '../suppressions/index.ts'
import { effectOf, isAlreadyApplied } from './feedback-effect.ts'
import type { Effect, RecordedEffect } from './feedback-effect.ts'

type FinalEffect = Extract<Effect, { type: 'bounced' | 'complained' }>
type EffectContext<E extends Effect = Effect> = { ref: EmailRef; email: LockedEmail; effect: E; now: Date }

/** Returns the applied effect; undefined if there is none, or it was applied before. */
export async function applyFeedback(
  db: Db,
  ref: EmailRef,
  { feedback, secrets, now }: { feedback: Feedback; secrets: Secrets; now: Date },
): Promise<Effect | undefined> {
  return inTransaction(db, async (trx) => {
    const contactId = await findContactOfEmail(trx, ref)
    // Contacts are locked before emails (lock order of ARCHITECTURE.md).
    if (contactId) await lockContacts(trx, { projectId: ref.projectId, ids: [contactId] })
    const locked = await lockEmail(trx, ref)
    const email = locked && withAddress(secrets, { ref, email: locked, feedback })
    const effect = email && effectOf(feedback, email.address)
    if (!effect || isAlreadyApplied(effect, await readRecordedEffects(trx, ref))) return undefined
    // The reason may contain the address, which was erased.
    const applied = isErasedAddress(locked.address) ? { ...effect, reason: NOT_KEPT } : effect
    await apply(trx, { ref, email, effect: applied, now })
    return applied
  })
}

const NOT_KEPT = 'not kept: the contact of this email was deleted'

type ErasedEmail = { ref: EmailRef; email: LockedEmail; feedback: Feedback }

/**
 * An email whose contact was deleted has only a keyed hash of its address. An address in the report that matches the hash is
 * suppressed like any other.
 */
function withAddress(secrets: Secrets, { ref, email, feedback }: ErasedEmail): LockedEmail {
  if (!isErasedAddress(email.address)) return email
  const named = feedback.recipients.flatMap(({ address }) => address ?? [])
  const address = matchErasedAddress(secrets, { projectId: ref.projectId, address: email.address }, named)
  return address === undefined ? email : { ...email, address }
}

/** Unsubscribes like the link of the email (RFC 8058). Returns false if there is no contact: a copy, or deleted. */
export async function applyUnsubscribeEmail(db: Db, ref: EmailRef, { now }: { now: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const contactId = await findContactOfEmail(trx, ref)
    if (!contactId) return false
    await unsubscribeByEmail(trx, { ...ref, contactId, now })
    return true
  })
}

/** A separate statement after the lock, so that it sees what the previous holder of the lock has written. */
async function readRecordedEffects(trx: Trx, { projectId, emailId }: EmailRef): Promise<RecordedEffect[]> {
  const notes = await listNotes(trx, { projectId, emailIds: [emailId] })
  return notes.map(({ type, data }) => ({ type, class: (data as { class?: string }).class ?? null }))
}

async function apply(trx: Trx, { effect, ...context }: EffectContext): Promise<void> {
  const { ref, email, now } = context
  switch (effect.type) {
    case 'delayed':
      return insertNote(trx, {
        ...ref,
        id: newId<EventId>(now),
        type: effect.type,
        data: toData(effect),
        now,
      })
    case 'unsubscribed':
      await insertNote(trx, {
        ...ref,
        id: newId<EventId>(now),
        type: effect.type,
        data: toData(effect),
        now,
      })
      if (email.contact_id !== null) {
        await unsubscribeByEmail(trx, { ...ref, contactId: email.contact_id, now })
      }
      return
    case 'bounced':
    case 'complained':
      if (ENDABLE.has(email.status)) await endReported(trx, { ...context, effect })
      await recordEffect(trx, { ...context, effect })
      return suppressRecipient(trx, { ...context, effect })
  }
}

const SOURCES: Record<Effect['type'], string> = {
  bounced: 'dsn',
  delayed: 'dsn',
  complained: 'feedback-report',
  unsubscribed: 'feedback-report',
}

const toData = ({ type, ...effect }: Effect): Record<string, unknown> => ({
  ...effect,
  reason: storableText(effect.reason),
  source: SOURCES[type],
})

/**
 * "bounce comes later" and "reported as spam" of docs/states.md. A report proves that a server accepted the email, even if it
 * is still queued or with a worker: the connection was lost after the final dot. So the email ends, instead of being sent
 * again. Emails in other states have ended and stay as they are.
 */
const ENDABLE = new Set(['QUEUED', 'SCHEDULED', 'SENDING', 'DEFERRED', 'SENT', 'DELIVERED'])
const COUNTED = new Set(['SENT', 'DELIVERED'])

async function endReported(trx: Trx, { ref, email, effect, now }: EffectContext<FinalEffect>): Promise<void> {
  const status = effect.type === 'bounced' ? 'BOUNCED' : 'COMPLAINED'
  // A complaint proves that the email arrived.
  const sentAt = email.sent_at ?? (effect.type === 'complained' ? now : null)
  await endEmail(trx, { ...ref, status, reason: storableText(effect.reason), sentAt })
  if (isTestRecipient(email.address)) return
  const from = COUNTED.has(email.status) ? email.status.toLowerCase() : null
  await moveTally(trx, {
    projectId: ref.projectId,
    at: countedAt(email) ?? now,
    from,
    to: effect.type,
    isReportable: reportsComplaints(email.address),
    now,
  })
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

async function recordEffect(
  trx: Trx,
  { ref, email, effect, now }: EffectContext<FinalEffect>,
): Promise<void> {
  const { campaign_id: campaignId } = email
  const data = { ...toData(effect), ...(campaignId !== null && { campaignId }) }
  const name = `email.${effect.type}` as const
  const id = await recordEvent(trx, { ...ref, name, contactId: email.contact_id, data, now })
  await insertNote(trx, { ...ref, id, type: effect.type, data, now })
}

async function suppressRecipient(
  trx: Trx,
  { ref, email, effect, now }: EffectContext<FinalEffect>,
): Promise<void> {
  if (isTestRecipient(email.address) || isErasedAddress(email.address)) return
  const refusal = {
    projectId: ref.projectId,
    contactId: email.contact_id,
    address: email.address,
    at: now,
  }
  if (effect.type === 'complained') {
    return suppressAndUnsubscribe(trx, [refusal], { reason: 'complaint', source: 'complaint' })
  }
  if (effect.class === 'hard') {
    return suppressAndUnsubscribe(trx, [refusal], { reason: 'hard_bounce', source: 'bounce' })
  }
  if (effect.class === 'soft') return suppressSoftBouncers(trx, [refusal], { source: 'bounce' })
  if (effect.reason === NOT_KEPT) return
  // A policy bounce is about the sender: it is shown with the health of the project.
  const answer = { text: effect.reason, enhancedCode: effect.code }
  return insertSenderRefusals(trx, [{ ...refusal, answer }])
}
