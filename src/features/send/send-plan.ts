// Plans the emails of a call and the addresses in their headers. Each address in `to` gets an email of its own and does not
// see the others. With cc or bcc there is one message, which every address gets in an SMTP transaction of its own. An
// address that occurs twice gets one email, and both of its entries in the answer refer to it.
import { domainOfAddress } from '../../platform/addresses/email-address.ts'
import type { EmailId } from '../../platform/ids.ts'
import type { EmailRecipients } from '../delivery/queue/recipients.schema.ts'
import { checkSchedule } from '../emails/index.ts'
import type { SendRequest } from './send.schema.ts'

type HeaderAddress = { email: string; name: string | null }
type AddressHeaders = { to: HeaderAddress[]; cc: HeaderAddress[] }

export type PlannedEmail = {
  id: EmailId
  /** Null: the email's id at the domain of the sender. A message and its copies share the id of the first email. */
  messageId: string | null
  address: string
  /** Null if the header shows only the address. */
  recipients: EmailRecipients | null
  /** In cc or bcc: the address does not become a contact. */
  isCopy: boolean
  /** The contact whose variables fill the email. */
  contactAddress: string
  contactName: string | null
}

export type EmailPlan = {
  emails: PlannedEmail[]
  /** Distinct addresses of contacts. */
  contacts: string[]
  /** One per recipient of the call, in its order. */
  answers: { address: string; id: EmailId }[]
}

type PlanOptions = { from: string; now: Date; newEmailId: () => EmailId }

export function planEmails(request: SendRequest, { from, now, newEmailId }: PlanOptions): EmailPlan {
  checkSchedule(request.scheduledFor, now)
  const domain = domainOfAddress(from)
  const copies = [...(request.cc ?? []), ...(request.bcc ?? [])]
  const shown = copies.length === 0 ? undefined : addressHeadersOf(request)
  const emails = new Map<string, PlannedEmail>()
  let firstMessageId: string | undefined
  const plan = ({ email: address, name = null }: RequestedAddress, isCopy: boolean) => {
    const known = emails.get(address)
    if (known) return { address, id: known.id }
    const id = newEmailId()
    // All copies share one Message-ID, so that mail programs show a recipient of two copies one message. The first email
    // carries it too, which marks it as having copies.
    if (shown) firstMessageId ??= `${id}@${domain}`
    const messageId = firstMessageId ?? null
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

type RequestedAddress = { email: string; name?: string | null | undefined }

const toHeaderAddress = ({ email, name }: RequestedAddress): HeaderAddress => ({ email, name: name ?? null })

const addressHeadersOf = ({ to, cc = [] }: SendRequest): AddressHeaders => ({
  to: to.map(toHeaderAddress),
  cc: cc.map(toHeaderAddress),
})

/** The address header that a mailer wrote, independent of the recipients in its envelope. */
export type SubmittedHeader = {
  /** Null: each recipient sees its own address. */
  shown: AddressHeaders | null
  /** Recipients that are not in To, and so are no contacts, as in cc and bcc. Never all recipients. */
  copies: ReadonlySet<string>
  /** The mailer's Message-ID, without angle brackets. */
  originalMessageId: string | undefined
}

/** Plans one message, which every recipient gets in an SMTP transaction of its own. `to` of the request is the envelope. */
export function planSubmittedEmails(
  { to }: SendRequest,
  { shown, copies, originalMessageId }: SubmittedHeader,
  { from, newEmailId }: PlanOptions,
): EmailPlan {
  const contacts = to.filter(({ email }) => !copies.has(email))
  const addresses = [...new Set(to.map(({ email }) => email))]
  const ids = new Map(addresses.map((address) => [address, newEmailId()]))
  const [first] = ids.values()
  const messageId = ids.size > 1 ? `${first}@${domainOfAddress(from)}` : null
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
