// Acts on what came back about an email: its record, the event, the tally from which the project's health is read, and
// whether its recipient may be written to again. All in one transaction, and once, however often the report comes.
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
  noteSenderRefusals,
  pauseSoftBouncers,
  matchErasedAddress,
  suppressAndUnsubscribe,
  moveTally,
} from '../delivery/index.ts'
import type { EmailRef, LockedEmail } from '../delivery/index.ts'
import { recordEvent } from '../events/index.ts'
import { isTestRecipient } from '../suppressions/index.ts'
import { effectOf, isKnown } from './feedback-effect.ts'
import type { Effect, Noted } from './feedback-effect.ts'

type Ending = Extract<Effect, { type: 'bounced' | 'complained' }>
type Reported<Told extends Effect = Effect> = { ref: EmailRef; email: LockedEmail; effect: Told; now: Date }

/** What was done; undefined when there was nothing to do, or it had been done before. */
export async function applyFeedback(
  db: Db,
  ref: EmailRef,
  { feedback, secrets, now }: { feedback: Feedback; secrets: Secrets; now: Date },
): Promise<Effect | undefined> {
  return inTransaction(db, async (trx) => {
    const contactId = await findContactOfEmail(trx, ref)
    // Before the email, as everybody locks them.
    if (contactId) await lockContacts(trx, { projectId: ref.projectId, ids: [contactId] })
    const locked = await lockEmail(trx, ref)
    const email = locked && withAddress(secrets, { ref, email: locked, feedback })
    const effect = email && effectOf(feedback, email.address)
    if (!effect || isKnown(effect, await readNoted(trx, ref))) return undefined
    // What servers say of an address names it.
    const told = isErasedAddress(locked.address) ? { ...effect, reason: NOT_KEPT } : effect
    await apply(trx, { ref, email, effect: told, now })
    return told
  })
}

const NOT_KEPT = 'not kept: the contact of this email was deleted'

type Erased = { ref: EmailRef; email: LockedEmail; feedback: Feedback }

/**
 * Email whose contact was deleted has no address any more, only a keyed hash of it. If the report names the address, it is
 * recognised by that, and suppressed like any other. No other address can be: the hash would not be the same.
 */
function withAddress(secrets: Secrets, { ref, email, feedback }: Erased): LockedEmail {
  if (!isErasedAddress(email.address)) return email
  const named = feedback.recipients.flatMap(({ address }) => address ?? [])
  const address = matchErasedAddress(secrets, { projectId: ref.projectId, address: email.address }, named)
  return address === undefined ? email : { ...email, address }
}

/** As the link of the email does (RFC 8058), and as often as they wish. False where nobody can leave: a copy, or deleted. */
export async function leaveByEmail(db: Db, ref: EmailRef, { now }: { now: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const contactId = await findContactOfEmail(trx, ref)
    if (!contactId) return false
    await unsubscribeByEmail(trx, { ...ref, contactId, now })
    return true
  })
}

/** A statement of its own, after the lock: it has to see what whoever held the lock before has written. */
async function readNoted(trx: Trx, { projectId, emailId }: EmailRef): Promise<Noted[]> {
  const notes = await listNotes(trx, { projectId, emailIds: [emailId] })
  return notes.map(({ type, data }) => ({ type, class: (data as { class?: string }).class ?? null }))
}

async function apply(trx: Trx, { effect, ...reported }: Reported): Promise<void> {
  const { ref, email, now } = reported
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
      if (ENDABLE.has(email.status)) await end(trx, { ...reported, effect })
      await tell(trx, { ...reported, effect })
      return spareRecipient(trx, { ...reported, effect })
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
 * "bounce comes later" and "reported as spam" of docs/states.md. An email that still waits, or is in a worker's hand, was
 * taken by a server all the same, or nobody could report on it: the line was lost after the final dot. It is over now,
 * instead of being sent again. What has ended stays what it is.
 */
const ENDABLE = new Set(['QUEUED', 'SCHEDULED', 'SENDING', 'DEFERRED', 'SENT', 'DELIVERED'])
const COUNTED = new Set(['SENT', 'DELIVERED'])

async function end(trx: Trx, { ref, email, effect, now }: Reported<Ending>): Promise<void> {
  const status = effect.type === 'bounced' ? 'BOUNCED' : 'COMPLAINED'
  // A complaint proves that it arrived.
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
 * An email counts in the hour in which it left, so that a rate is a share of the same emails. One that left before the project
 * was last resumed counts in an hour that is no longer judged, even if it left within the hour of the resumption.
 */
function countedAt({ sent_at: sentAt, judged_from: judgedFrom }: LockedEmail): Date | null {
  if (sentAt === null || judgedFrom === null || sentAt >= judgedFrom) return sentAt
  return new Date(Math.min(sentAt.getTime(), judgedFrom.getTime() - HOUR_MS))
}

async function tell(trx: Trx, { ref, email, effect, now }: Reported<Ending>): Promise<void> {
  const { campaign_id: campaignId } = email
  const data = { ...toData(effect), ...(campaignId !== null && { campaignId }) }
  const name = `email.${effect.type}` as const
  const id = await recordEvent(trx, { ...ref, name, contactId: email.contact_id, data, now })
  await insertNote(trx, { ...ref, id, type: effect.type, data, now })
}

async function spareRecipient(trx: Trx, { ref, email, effect, now }: Reported<Ending>): Promise<void> {
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
  if (effect.class === 'soft') return pauseSoftBouncers(trx, [refusal], { source: 'bounce' })
  if (effect.reason === NOT_KEPT) return
  // It is about us: said where the health of the project is read.
  const answer = { text: effect.reason, enhancedCode: effect.code }
  return noteSenderRefusals(trx, [{ ...refusal, answer }])
}
