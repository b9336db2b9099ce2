// Who gets an email of their own, and what its header shows. Several addresses in `to` each get one and do not see one
// another; beside cc or bcc there is one message, which every address gets in an SMTP transaction of its own. An
// address that is named twice gets one email, and both of its entries in the answer point at that.
import type { EmailId } from '../../platform/ids.ts'
import { checkSchedule } from '../delivery/index.ts'
import type { SendRequest } from './send.schema.ts'

type Named = { email: string; name: string | null }
type Shown = { to: Named[]; cc: Named[] }

export type PlannedMail = {
  id: EmailId
  /** Null: the id at the domain of the sender. A message with copies, and its copies, bear that of the first. */
  messageId: string | null
  address: string
  /** Null when the header shows nothing but the address. */
  recipients: Shown | null
  /** In cc or bcc: no contact. */
  isCopy: boolean
  /** Whose variables fill it. */
  contactAddress: string
  contactName: string | null
}

export type MailPlan = {
  mails: PlannedMail[]
  /** Addresses that are contacts, each once. */
  contacts: string[]
  /** One a recipient of the call, in its order. */
  answers: { address: string; id: EmailId }[]
}

type Making = { from: string; now: Date; newEmailId: () => EmailId }

export function planMails(request: SendRequest, { from, now, newEmailId }: Making): MailPlan {
  checkSchedule(request.scheduledFor, now)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const copies = [...(request.cc ?? []), ...(request.bcc ?? [])]
  const shown = copies.length === 0 ? undefined : shownOf(request)
  const mails = new Map<string, PlannedMail>()
  let ofFirst: string | undefined
  const plan = ({ email, name = null }: Given, isCopy: boolean) => {
    const known = mails.get(email)
    if (known) return { address: email, id: known.id }
    const id = newEmailId()
    // The copies of one message are one message, for whoever gets two of them too. That the first bears its id as well
    // tells that it has copies.
    if (shown) ofFirst ??= `${id}@${domain}`
    const messageId = ofFirst ?? null
    const contactAddress = shown ? (request.to[0]?.email ?? email) : email
    const contactName = isCopy ? null : name
    const recipients = shown ?? (name === null ? null : { to: [{ email, name }], cc: [] })
    mails.set(email, { id, messageId, address: email, recipients, isCopy, contactAddress, contactName })
    return { address: email, id }
  }
  const answers = [...request.to.map((one) => plan(one, false)), ...copies.map((one) => plan(one, true))]
  const contacts = [...new Set(request.to.map(({ email }) => email))]
  return { mails: [...mails.values()], contacts, answers }
}

type Given = { email: string; name?: string | null | undefined }

const toShown = ({ email, name }: Given): Named => ({ email, name: name ?? null })

const shownOf = ({ to, cc = [] }: SendRequest): Shown => ({ to: to.map(toShown), cc: cc.map(toShown) })
