// Writes what has been prepared: the content first, then the contacts that the call changes and its emails.
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ContactId } from '../../platform/ids.ts'
import { upsertContacts, withClearRefusals } from '../contacts/index.ts'
import { acceptOneCall, dropWaitingMarketing, insertContent } from '../delivery/index.ts'
import type { AcceptResult, AcceptedEmail } from '../delivery/index.ts'
import type { MissingValues } from '../templates/index.ts'
import type { Acceptance } from './prepare-send.service.ts'

/** Before any transaction: attachments of megabytes take a while. Known to this node from then on. */
export async function storeContent(db: Db, acceptance: Acceptance): Promise<void> {
  const { projectId, made, blobs, now } = acceptance
  if (made.isStored) return
  const soleAddress = soleAddressOf(acceptance)
  const content = { projectId, content: made.content, blobs, soleAddress, now }
  // A file that no body has yet could be deleted as unused: its row stays locked until the body is there too.
  if (blobs.length > 0) await inTransaction(db, (trx) => insertContent(trx, content))
  else await insertContent(db, content)
  made.isStored = true
}

/** Whom the content is written for: null where there are several, or where all of it comes from a template. */
function soleAddressOf({ request, plan: { contacts } }: Acceptance): string | null {
  const { template, subject, body, text, headers, attachments } = request
  const own = [subject, body, text, ...Object.keys(headers), ...attachments]
  const isOwn = template === undefined || own.some((part) => part !== undefined)
  return isOwn && contacts.length === 1 ? (contacts[0] ?? null) : null
}

/** In a transaction of its own, or as part of one. Null: the content is gone and has to be stored again. */
export async function acceptAlone(trx: Trx, acceptance: Acceptance): Promise<AcceptResult> {
  await changeContacts(trx, acceptance)
  return acceptOneCall(trx, acceptance.call)
}

async function changeContacts(trx: Trx, { projectId, change, plan, now }: Acceptance): Promise<void> {
  if (!change) return
  const writes = plan.contacts.map((email) => ({ projectId, email, ...change, now }))
  const saved = await withClearRefusals(() => upsertContacts(trx, writes))
  if (change.subscribed !== false) return
  const contactIds = saved.map(({ row }) => row.id as ContactId)
  await dropWaitingMarketing(trx, { projectId, contactIds, now })
}

/** One per recipient of the call, in its order. */
export type SentEmail = {
  address: string
  email: AcceptedEmail
  /** Variables that neither the call nor the contact has a value for. */
  missing: string[]
}

export function answersOf(acceptance: Acceptance, emails: readonly AcceptedEmail[]): SentEmail[] {
  const { plan } = acceptance
  const byId = new Map(emails.map((email) => [email.id, email]))
  const contactOf = new Map(plan.emails.map(({ id, contactAddress }) => [id, contactAddress]))
  // The call gives these contacts a name, if they had none.
  const named = new Set(plan.emails.flatMap((one) => (one.contactName === null ? [] : [one.contactAddress])))
  return plan.answers.map(({ address, id }) => {
    const email = byId.get(id)
    if (!email) throw new Error('an accepted email is missing')
    const isNamed = named.has(contactOf.get(id) ?? '')
    return { address, email, missing: missingOf(acceptance.missing, { lacking: email.lacking, isNamed }) }
  })
}

type Contact = { lacking: AcceptedEmail['lacking']; isNamed: boolean }

function missingOf({ missing, ofContact }: MissingValues, { lacking, isNamed }: Contact): string[] {
  const lacked = (lacking ?? []).flatMap((number) => ofContact[number] ?? [])
  const unnamed = lacked.filter(({ path }) => !(isNamed && path.length === 1 && path[0] === 'name'))
  return [...missing, ...unnamed.map(({ name }) => name)].toSorted()
}
