// Writes a prepared call: its content first, then the contacts that it changes and its emails.
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { existingNames } from '../../platform/text/existing-names.ts'
import { upsertContacts, mapConstraintErrors } from '../contacts/index.ts'
import { giveCoupons, listCouponKeys } from '../coupons/index.ts'
import type { CouponFailure } from '../coupons/index.ts'
import { acceptOneCall, dropWaitingMarketing, insertContent, uploadBlobs } from '../delivery/index.ts'
import type { AcceptResult, AcceptedEmail } from '../delivery/index.ts'
import type { MissingValues } from '../templates/index.ts'
import type { PreparedSend } from './prepare-send.service.ts'
import type { SendContent } from './send-content.service.ts'

/** Both run before any transaction, because attachments of megabytes take a while. */
export type ContentStore = {
  /** Stores the content of a call, unless this node has done so. */
  store(db: Db, prepared: PreparedSend): Promise<void>
  /** For content that was deleted since. */
  storeAgain(db: Db, prepared: PreparedSend): Promise<void>
}

export function createContentStore(objects: ObjectStore): ContentStore {
  // Calls with the same content share the object, which leaves this set when it leaves the cache of contents.
  const stored = new WeakSet<SendContent>()
  const storeAgain = async (db: Db, prepared: PreparedSend) => {
    await storeContent(db, objects, prepared)
    stored.add(prepared.sendContent)
  }
  return {
    storeAgain,
    async store(db, prepared) {
      if (!stored.has(prepared.sendContent)) await storeAgain(db, prepared)
    },
  }
}

async function storeContent(db: Db, objects: ObjectStore, prepared: PreparedSend): Promise<void> {
  const { projectId, sendContent, now } = prepared
  const blobs = await uploadBlobs(db, { objects, projectId, blobs: prepared.blobs })
  const soleAddress = soleAddressOf(prepared)
  const content = { projectId, content: sendContent.content, blobs, soleAddress, now }
  // A blob without a content could be deleted as unused: its row stays locked until the content exists.
  if (blobs.length > 0) await inTransaction(db, (trx) => insertContent(trx, content))
  else await insertContent(db, content)
}

/** The only address that the content is for: null if there are several, or if all of it comes from a template. */
function soleAddressOf({ request, plan: { contacts } }: PreparedSend): string | null {
  const { template, subject, body, text, headers, attachments } = request
  const own = [subject, body, text, ...Object.keys(headers), ...attachments]
  const isOwn = template === undefined || own.some((part) => part !== undefined)
  return isOwn && contacts.length === 1 ? (contacts[0] ?? null) : null
}

/** @returns null if the content was deleted and has to be stored again */
export async function updateContactsAndAccept(trx: Trx, prepared: PreparedSend): Promise<AcceptResult> {
  await changeContacts(trx, prepared)
  const accepted = await acceptOneCall(trx, prepared.call)
  if (accepted && prepared.couponKeys.length > 0) await giveCodes(trx, { prepared, accepted })
  return accepted
}

/** Whether a call needs a transaction of its own: for contacts that it changes, or for coupon codes. */
export const needsTransaction = ({ change, couponKeys }: PreparedSend): boolean =>
  change !== undefined || couponKeys.length > 0

/** A copy shows the codes of the contact in `to`. @throws AppError if a recipient gets no code: then no email is accepted */
async function giveCodes(
  trx: Trx,
  { prepared, accepted }: { prepared: PreparedSend; accepted: readonly AcceptedEmail[] },
): Promise<void> {
  const { projectId, plan, couponKeys: keys, now } = prepared
  const addresses = new Map(plan.emails.map(({ id, contactAddress }) => [id, contactAddress]))
  const contacts = new Map(
    accepted.flatMap(({ id, contact_id: contactId }) =>
      contactId === null ? [] : [[addresses.get(id), contactId] as const],
    ),
  )
  const emails = accepted.flatMap(({ id, status }) => {
    const contactId = contacts.get(addresses.get(id))
    return status === 'SUPPRESSED' || contactId === undefined ? [] : [{ id, contactId, keys }]
  })
  const [failure] = (await giveCoupons(trx, { projectId, emails, now })).values()
  if (!failure) return
  const names = failure.reason === 'coupon_list_missing' ? await listCouponKeys(trx, { projectId }) : []
  throw new AppError('COUPON_UNAVAILABLE', { message: describeFailure(failure, names) })
}

const describeFailure = ({ reason, key }: CouponFailure, names: readonly string[]): string =>
  reason === 'coupon_list_missing'
    ? `There is no coupon list with the key ${key}. ${existingNames(key, { names, kind: 'coupon list' })}`
    : `The coupon list ${key} has no free codes.`

async function changeContacts(
  trx: Trx,
  { projectId, source, change, plan, now }: PreparedSend,
): Promise<void> {
  if (!change) return
  const writes = plan.contacts.map((email) => ({ projectId, email, ...change, source, now }))
  const saved = await mapConstraintErrors(() => upsertContacts(trx, writes))
  if (change.subscribed !== false) return
  const contactIds = saved.map(({ row }) => row.id)
  await dropWaitingMarketing(trx, { projectId, contactIds, now })
}

/** One per recipient of the call, in its order. */
export type SentEmail = {
  address: string
  email: AcceptedEmail
  /** Variables that neither the call nor the contact has a value for. */
  missing: string[]
}

export function toSentEmails(prepared: PreparedSend, emails: readonly AcceptedEmail[]): SentEmail[] {
  const { plan } = prepared
  const byId = new Map(emails.map((email) => [email.id, email]))
  const contactOf = new Map(plan.emails.map(({ id, contactAddress }) => [id, contactAddress]))
  // The call names these contacts if they had no name.
  const named = new Set(plan.emails.flatMap((one) => (one.contactName === null ? [] : [one.contactAddress])))
  return plan.answers.map(({ address, id }) => {
    const email = byId.get(id)
    if (!email) throw new Error('an accepted email is missing')
    const isNamed = named.has(contactOf.get(id) ?? '')
    return { address, email, missing: missingOf(prepared.missing, { lacking: email.lacking, isNamed }) }
  })
}

type Contact = { lacking: AcceptedEmail['lacking']; isNamed: boolean }

function missingOf({ missing, ofContact }: MissingValues, { lacking, isNamed }: Contact): string[] {
  const lacked = (lacking ?? []).flatMap((number) => ofContact[number] ?? [])
  const unnamed = lacked.filter(({ path }) => !(isNamed && path.length === 1 && path[0] === 'name'))
  return [...missing, ...unnamed.map(({ name }) => name)].toSorted()
}
