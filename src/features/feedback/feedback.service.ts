// Applies a report about an email: to its record, the events, the counters of the project's health, and the suppression of its
// recipient. All in one transaction, and once, however often the report comes.
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { EventId } from '../../platform/ids.ts'
import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { lockContacts } from '../contacts/index.ts'
import { storableText } from '../../platform/text/storable-text.ts'
import { endReportedEmail, insertNote, lockEmail, suppressReported } from '../delivery/index.ts'
import type { EmailRef, LockedEmail } from '../delivery/index.ts'
import { isErasedAddress, leaveByEmail, listNotes, matchErasedAddress } from '../emails/index.ts'
import { recordEvent } from '../events/index.ts'
import { effectOf, isAlreadyApplied } from './feedback-effect.ts'
import type { Effect, RecordedEffect } from './feedback-effect.ts'
import { findContactOfEmail } from './feedback.queries.ts'

type FinalEffect = Extract<Effect, { type: 'bounced' | 'complained' }>
type EffectContext<E extends Effect = Effect> = {
  ref: EmailRef
  email: LockedEmail
  effect: E
  now: Date
  source: string
  suppressionSource: string | undefined
}

type Report = {
  feedback: Feedback
  secrets: Secrets
  now: Date
  /** The source in the history of the email; by default that of an email with a report. */
  source?: string
  /** The source of a suppression; by default the kind of the report. */
  suppressionSource?: string
}

/** Returns the applied effect; undefined if there is none, or it was applied before. */
export async function applyFeedback(db: Db, ref: EmailRef, report: Report): Promise<Effect | undefined> {
  return inTransaction(db, (trx) => applyFeedbackIn(trx, ref, report))
}

/** Locks a contact, an email and a suppression, in this order (ARCHITECTURE.md): once per transaction. */
export async function applyFeedbackIn(
  trx: Trx,
  ref: EmailRef,
  { feedback, secrets, now, source, suppressionSource }: Report,
): Promise<Effect | undefined> {
  const contactId = await findContactOfEmail(trx, ref)
  if (contactId) await lockContacts(trx, { projectId: ref.projectId, ids: [contactId] })
  const locked = await lockEmail(trx, ref)
  const email = locked && withAddress(secrets, { ref, email: locked, feedback })
  const effect = email && effectOf(feedback, email.address)
  if (!effect || isAlreadyApplied(effect, await readRecordedEffects(trx, ref))) return undefined
  // The reason may contain the address, which was erased.
  const applied = isErasedAddress(locked.address) ? { ...effect, reason: NOT_KEPT } : effect
  await apply(trx, {
    ref,
    email,
    effect: applied,
    now,
    source: source ?? SOURCES[effect.type],
    suppressionSource,
  })
  return applied
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

/** Leaves like one click on the link of the email (RFC 8058): its topic, or everything. Returns false if there is no contact: a copy, or deleted. */
export async function applyUnsubscribeEmail(db: Db, ref: EmailRef, { now }: { now: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const contactId = await findContactOfEmail(trx, ref)
    if (!contactId) return false
    await leaveByEmail(trx, { ...ref, contactId, source: { kind: 'mailto', id: ref.emailId }, now })
    return true
  })
}

/** A separate statement after the lock, so that it sees what the previous holder of the lock has written. */
async function readRecordedEffects(trx: Trx, { projectId, emailId }: EmailRef): Promise<RecordedEffect[]> {
  const notes = await listNotes(trx, { projectId, emailIds: [emailId] })
  return notes.map(({ type, data }) => ({ type, class: (data as { class?: string }).class ?? null }))
}

async function apply(trx: Trx, { effect, ...context }: EffectContext): Promise<void> {
  const { ref, email, now, source } = context
  const note = { ...ref, id: newId<EventId>(now), type: effect.type, data: toData(effect, source), now }
  switch (effect.type) {
    case 'delayed':
      return insertNote(trx, note)
    case 'unsubscribed':
      await insertNote(trx, note)
      if (email.contact_id !== null) {
        const leaving = {
          contactId: email.contact_id,
          source: { kind: 'complaint', id: ref.emailId },
        } as const
        await leaveByEmail(trx, { ...ref, ...leaving, now })
      }
      return
    case 'bounced':
    case 'complained':
      await endReportedEmail(trx, {
        ...context,
        type: effect.type,
        reason: storableText(effect.reason),
      })
      await recordEffect(trx, { ...context, effect })
      if (!isErasedAddress(email.address)) await suppressRecipient(trx, { ...context, effect })
  }
}

const SOURCES: Record<Effect['type'], string> = {
  bounced: 'dsn',
  delayed: 'dsn',
  complained: 'feedback-report',
  unsubscribed: 'feedback-report',
}

const toData = ({ type: _type, ...effect }: Effect, source: string): Record<string, unknown> => ({
  ...effect,
  reason: storableText(effect.reason),
  source,
})

async function recordEffect(
  trx: Trx,
  { ref, email, effect, now, source }: EffectContext<FinalEffect>,
): Promise<void> {
  const data = { ...toData(effect, source), ...email.origin }
  const name = `email.${effect.type}` as const
  const id = await recordEvent(trx, { ...ref, name, contactId: email.contact_id, data, now })
  await insertNote(trx, { ...ref, id, type: effect.type, data, now })
}

function suppressRecipient(
  trx: Trx,
  { ref, email, effect, now, suppressionSource: source }: EffectContext<FinalEffect>,
): Promise<void> {
  const { contact_id: contactId, address } = email
  const recipient = { ...ref, contactId, address, at: now, email }
  if (effect.type === 'complained') return suppressReported(trx, recipient, 'complained')
  const answer = effect.reason === NOT_KEPT ? null : { text: effect.reason, enhancedCode: effect.code }
  return suppressReported(trx, recipient, {
    class: effect.class,
    answer,
    ...(source !== undefined && { source }),
  })
}
