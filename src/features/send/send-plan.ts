// Who gets an email of their own, and what its header shows. Several addresses in `to` each get one and do not see one
// another; beside cc or bcc there is one message, which every address gets in an SMTP transaction of its own. An
// address that is named twice gets one email, and both of its entries in the answer point at that.
import type { EmailId } from '../../platform/ids.ts'
import { checkSchedule } from '../delivery/index.ts'
import type { EmailRecipients } from '../delivery/index.ts'
import type { SendRequest } from './send.schema.ts'

type Named = { email: string; name: string | null }
type Shown = { to: Named[]; cc: Named[] }

export type PlannedEmail = {
  id: EmailId
  /** Null: the id at the domain of the sender. A message with copies, and its copies, bear that of the first. */
  messageId: string | null
  address: string
  /** Null when the header shows nothing but the address. */
  recipients: EmailRecipients | null
  /** In cc or bcc: no contact. */
  isCopy: boolean
  /** Whose variables fill it. */
  contactAddress: string
  contactName: string | null
}

export type EmailPlan = {
  emails: PlannedEmail[]
  /** Addresses that are contacts, each once. */
  contacts: string[]
  /** One per recipient of the call, in its order. */
  answers: { address: string; id: EmailId }[]
}

type Making = { from: string; now: Date; newEmailId: () => EmailId }

export function planEmails(request: SendRequest, { from, now, newEmailId }: Making): EmailPlan {
  checkSchedule(request.scheduledFor, now)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const copies = [...(request.cc ?? []), ...(request.bcc ?? [])]
  const shown = copies.length === 0 ? undefined : shownOf(request)
  const emails = new Map<string, PlannedEmail>()
  let ofFirst: string | undefined
  const plan = ({ email: address, name = null }: Given, isCopy: boolean) => {
    const known = emails.get(address)
    if (known) return { address, id: known.id }
    const id = newEmailId()
    // The copies of one message are one message, for whoever gets two of them too. That the first bears its id as well
    // tells that it has copies.
    if (shown) ofFirst ??= `${id}@${domain}`
    const messageId = ofFirst ?? null
    const contactAddress = shown ? (request.to[0]?.email ?? address) : address
    const contactName = isCopy ? null : name
    const recipients = shown ?? (name === null ? null : { to: [{ email: address, name }], cc: [] })
    emails.set(address, { id, messageId, address, recipients, isCopy, contactAddress, contactName })
    return { address, id }
  }
  const answers = [...request.to.map((one) => plan(one, false)), ...copies.map((one) => plan(one, true))]
  const contacts = [...new Set(request.to.map(({ email }) => email))]
  return { emails: [...emails.values()], contacts, answers }
}

type Given = { email: string; name?: string | null | undefined }

const toShown = ({ email, name }: Given): Named => ({ email, name: name ?? null })

const shownOf = ({ to, cc = [] }: SendRequest): Shown => ({ to: to.map(toShown), cc: cc.map(toShown) })

/** What the header of an email shows when it was written by the caller, whoever gets it. */
export type Addressing = {
  /** Null: each recipient sees its own address. */
  shown: Shown | null
  /** Recipients that are not in To: no contacts, as in cc and bcc. Never all of them. */
  copies: ReadonlySet<string>
  /** The Message-ID that the caller gave it, without angle brackets. */
  originalMessageId: string | undefined
}

/** One message, which every recipient gets in an SMTP transaction of its own. `to` of the request is the envelope. */
export function planAddressed(
  { to }: SendRequest,
  { shown, copies, originalMessageId }: Addressing,
  { from, newEmailId }: Making,
): EmailPlan {
  const contacts = to.filter(({ email }) => !copies.has(email))
  const addresses = [...new Set(to.map(({ email }) => email))]
  const ids = new Map(addresses.map((address) => [address, newEmailId()]))
  const [first] = ids.values()
  const messageId = ids.size > 1 ? `${first}@${from.slice(from.lastIndexOf('@') + 1)}` : null
  const emails = to.map(({ email: address, name = null }): PlannedEmail => {
    const isCopy = copies.has(address)
    const header = shown ?? { to: [{ email: address, name }], cc: [] }
    return {
      id: ids.get(address) as EmailId,
      messageId,
      address,
      recipients: originalMessageId === undefined ? header : { ...header, originalMessageId },
      isCopy,
      contactAddress: isCopy ? (contacts[0]?.email ?? address) : address,
      contactName: isCopy ? null : name,
    }
  })
  const answers = emails.map(({ address, id }) => ({ address, id }))
  return { emails, contacts: contacts.map(({ email }) => email), answers }
}
