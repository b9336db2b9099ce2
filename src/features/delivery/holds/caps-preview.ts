// Replays emails of the past under other limits, by the rules of delivery. Pure.
import type { EmailId } from '../../../platform/ids.ts'
import type { EmailLimits } from '../queue/claim.queries.ts'
import type { Slot } from './cap-slots.ts'
import { endOfQuiet, takeCapSlots } from './holds.ts'

/** An email of a contact, and when it left. */
export type PastEmail = { id: EmailId; at: number }

/** Each email has one of these ends. */
export const ENDS = ['sentAtOnce', 'cap', 'quietHours', 'dropped'] as const
export type End = (typeof ENDS)[number]

type WaitingEmail = PastEmail & { dueAt: number; cappedSince: Date | null; isQuieted: boolean }

type Contact = { emails: readonly PastEmail[]; data: Record<string, unknown>; limits: EmailLimits }

/** The ends of the emails of one contact. They may come in any order. */
export function replay({ emails, data, limits }: Contact): Map<EmailId, End> {
  const ends = new Map<EmailId, End>()
  const contact = { data }
  const waiting = emails.map(toWaiting).toSorted((a, b) => a.dueAt - b.dueAt)
  let slots: readonly Slot[] = []
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { id, dueAt: now, cappedSince } = next
    const quietEnd = endOfQuiet(limits, { email: { contact }, at: now })
    if (quietEnd !== undefined) {
      insert(waiting, { ...next, dueAt: quietEnd, isQuieted: true })
      continue
    }
    const email = { id, limits, cap_held_since: cappedSince, contact, topic_cap: null }
    const decision = takeCapSlots({ project: slots, topic: [] }, { email, now })
    slots = decision.lists.project
    const { hold } = decision
    if (hold?.heldFor === 'cap') {
      insert(waiting, { ...next, dueAt: hold.until.getTime(), cappedSince: hold.since })
    } else {
      ends.set(id, hold ? 'dropped' : endOf(next))
    }
  }
  return ends
}

const toWaiting = (email: PastEmail): WaitingEmail => ({
  ...email,
  dueAt: email.at,
  cappedSince: null,
  isQuieted: false,
})

/** Behind those that are due at the same time. */
function insert(waiting: WaitingEmail[], email: WaitingEmail): void {
  const place = waiting.findIndex(({ dueAt }) => dueAt > email.dueAt)
  waiting.splice(place === -1 ? waiting.length : place, 0, email)
}

function endOf({ cappedSince, isQuieted }: WaitingEmail): End {
  if (cappedSince !== null) return 'cap'
  return isQuieted ? 'quietHours' : 'sentAtOnce'
}
