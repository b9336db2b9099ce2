// Gives the recipients of emails their coupon codes, in the transaction that accepts the emails: a crash undoes both, so no code
// is lost and none is given twice.
import type { Trx } from '../../platform/db/client.ts'
import type { ContactId, CouponListId, EmailId, ProjectId } from '../../platform/ids.ts'
import { addEmailVariables, failAcceptedEmails } from '../delivery/index.ts'
import { isTestRecipient } from '../suppressions/index.ts'
import { couponValues, SAMPLE_CODE } from '../templates/index.ts'
import type { COUPON_FAILURES } from './coupons.values.ts'
import { holdCouponLists, listTakenCodes, lockRecipients, takeCodes } from './taking.queries.ts'
import type { Recipient } from './taking.queries.ts'

export type CouponFailure = { reason: (typeof COUPON_FAILURES)[number]; key: string }

export type CouponEmail = {
  id: EmailId
  /** The contact whose codes the email shows. */
  contactId: ContactId
  /** The keys of the lists that its content names. */
  keys: readonly string[]
}

export type CouponRequest = {
  projectId: ProjectId
  /** Emails that were accepted in this transaction and wait in the queue. */
  emails: readonly CouponEmail[]
  now: Date
}

/**
 * Stores the codes with the emails, and returns the emails that lack one. Those are left as they are: the caller ends them, or
 * undoes the transaction. Locks the contacts. An email whose contact was deleted meanwhile is never sent, and gets no code.
 */
export async function giveCoupons(
  trx: Trx,
  { projectId, emails, now }: CouponRequest,
): Promise<Map<EmailId, CouponFailure>> {
  const naming = emails.filter(({ keys }) => keys.length > 0)
  if (naming.length === 0) return new Map()
  const ids = [...new Set(naming.map(({ contactId }) => contactId))]
  const known = new Map((await lockRecipients(trx, { projectId, ids })).map((one) => [one.id, one]))
  const live = naming.filter(({ contactId }) => known.has(contactId))
  const keys = [...new Set(live.flatMap((email) => email.keys))].toSorted()
  const lists = new Map((await holdCouponLists(trx, { projectId, keys })).map(({ id, key }) => [key, id]))
  const codes = new Map<string, Map<ContactId, string>>()
  for (const key of keys) {
    const listId = lists.get(key)
    if (!listId) continue
    const named = live.filter((email) => email.keys.includes(key))
    codes.set(key, await takeForAll(trx, { projectId, listId, recipients: recipientsOf(named, known), now }))
  }
  const filled: { id: EmailId; variables: Record<string, unknown> }[] = []
  const failures = new Map<EmailId, CouponFailure>()
  for (const email of live) {
    const found = codesOf(email, codes)
    if ('reason' in found) failures.set(email.id, found)
    else filled.push({ id: email.id, variables: couponValues(found.codes) })
  }
  await addEmailVariables(trx, { projectId, emails: filled })
  return failures
}

/** The contacts of the emails, each with the first of its emails. */
function recipientsOf(
  emails: readonly CouponEmail[],
  known: ReadonlyMap<ContactId, Recipient>,
): (Recipient & { emailId: EmailId })[] {
  const first = new Map<ContactId, EmailId>()
  for (const { id, contactId } of emails) if (!first.has(contactId)) first.set(contactId, id)
  return [...first].flatMap(([contactId, emailId]) => {
    const contact = known.get(contactId)
    return contact ? [{ ...contact, emailId }] : []
  })
}

function codesOf(
  { contactId, keys }: CouponEmail,
  codes: ReadonlyMap<string, ReadonlyMap<ContactId, string>>,
): { codes: Record<string, string> } | CouponFailure {
  const own: [string, string][] = []
  for (const key of keys) {
    const list = codes.get(key)
    const code = list?.get(contactId)
    if (code === undefined) return { reason: list ? 'coupon_list_empty' : 'coupon_list_missing', key }
    own.push([key, code])
  }
  return { codes: Object.fromEntries(own) }
}

/** Ends emails that got no code as FAILED, with the reason, and returns them. */
export async function giveCouponsOrFail(
  trx: Trx,
  request: CouponRequest,
): Promise<Map<EmailId, CouponFailure>> {
  const { projectId, now } = request
  const failures = await giveCoupons(trx, request)
  const failed = [...failures].map(([id, { reason, key }]) => ({ id, reason, details: { couponList: key } }))
  await failAcceptedEmails(trx, { projectId, emails: failed, now })
  return failures
}

type ListRequest = {
  projectId: ProjectId
  listId: CouponListId
  recipients: readonly (Recipient & { emailId: EmailId })[]
  now: Date
}

/** The code of each contact: the one that it has, else a new one. */
async function takeForAll(
  trx: Trx,
  { projectId, listId, recipients, now }: ListRequest,
): Promise<Map<ContactId, string>> {
  const ref = { projectId, listId }
  const codes = new Map<ContactId, string>()
  const add = (taken: readonly { contactId: ContactId; code: string }[]) => {
    for (const { contactId, code } of taken) codes.set(contactId, code)
    return taken.length
  }
  const real = recipients.filter(({ id, email }) => {
    if (isTestRecipient(email)) codes.set(id, SAMPLE_CODE)
    return !isTestRecipient(email)
  })
  const lacking = () =>
    real.flatMap(({ id: contactId, emailId }) => (codes.has(contactId) ? [] : [{ contactId, emailId }]))
  add(await listTakenCodes(trx, { ...ref, ids: lacking().map(({ contactId }) => contactId) }))
  if (lacking().length > 0) add(await takeCodes(trx, { ...ref, takers: lacking(), isWaiting: false, now }))
  // Too few that nobody holds. A contact gets none only if the others keep what they hold.
  for (let takers = lacking(); takers.length > 0; takers = lacking()) {
    if (add(await takeCodes(trx, { ...ref, takers, isWaiting: true, now })) === 0) break
  }
  return codes
}
