// Decides for the emails of one claim which of them have to wait, and takes their slots under the frequency caps of their
// projects (docs/adr/0025). Slots are committed before an email is sent; a kill at any line leaves a slot that the email
// finds when it is claimed again.
import type { Database } from '../../../platform/db/client.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ContactId, EmailId } from '../../../platform/ids.ts'
import type { ClaimedEmail, Hold } from '../queue/claim.queries.ts'
import type { Slot } from './cap-slots.ts'
import { listSlots, saveSlots, toContactSlots } from './cap-slots.queries.ts'
import type { ContactRef, ContactSlots } from './cap-slots.queries.ts'
import { limitsOfEmail, quietHold, takeSlot } from './holds.ts'

type Parts = Pick<Deps, 'database' | 'clock'>

/** Returns the emails, each with its hold. Without limits the database is not asked. */
export async function decideHolds(
  { database, clock }: Parts,
  emails: readonly ClaimedEmail[],
): Promise<ClaimedEmail[]> {
  const limited = emails.filter((email) => limitsOfEmail(email) !== null)
  if (limited.length === 0) return [...emails]
  const now = clock.now().getTime()
  const holds = new Map<EmailId, Hold>()
  for (const email of limited) {
    const hold = quietHold(email, now)
    if (hold) holds.set(email.id, hold)
  }
  // Email in quiet hours takes no slot: it is not sent now.
  const capped = limited.filter(({ id, limits, contact_id: contactId }) =>
    limits?.frequencyCap && contactId !== null ? !holds.has(id) : false,
  )
  for (const [id, hold] of await takeSlots(database, { emails: capped, now })) holds.set(id, hold)
  return emails.map((email) => {
    const hold = holds.get(email.id)
    return hold ? { ...email, hold } : email
  })
}

type CappedEmails = { emails: readonly ClaimedEmail[]; now: number }

/** Repeats the contacts whose slots another worker has changed meanwhile; each time at least one of the workers is done. */
async function takeSlots(database: Database, { emails, now }: CappedEmails): Promise<Map<EmailId, Hold>> {
  const holds = new Map<EmailId, Hold>()
  let left = Map.groupBy(emails.toSorted(byPlace), keyOf)
  while (left.size > 0) {
    const decided = await decideCaps(database, { left, now })
    const changed = decided.filter(({ isChanged }) => isChanged)
    const saved = new Set(
      changed.length === 0
        ? []
        : (await executePrepared(database, 'save-cap-slots', saveSlots(changed))).map(contactKey),
    )
    const isDone = (one: Decision) => !one.isChanged || saved.has(contactKey(one))
    for (const one of decided.filter(isDone)) for (const [id, hold] of one.holds) holds.set(id, hold)
    const lost = new Set(decided.filter((one) => !isDone(one)).map(contactKey))
    left = new Map([...left].filter(([key]) => lost.has(key)))
  }
  return holds
}

type Decision = ContactSlots & { isChanged: boolean; holds: Map<EmailId, Hold> }
type UndecidedContacts = { left: ReadonlyMap<string, ClaimedEmail[]>; now: number }

async function decideCaps(database: Database, { left, now }: UndecidedContacts): Promise<Decision[]> {
  const refs = [...left.values()].flatMap(([first]) => (first ? [refOf(first)] : []))
  const rows = (await executePrepared(database, 'list-cap-slots', listSlots(refs))).map(toContactSlots)
  const known = new Map(rows.map((row) => [contactKey(row), row]))
  return refs.map((ref) => {
    const key = contactKey(ref)
    const before = known.get(key) ?? { ...ref, slots: [], version: 0 }
    let slots: readonly Slot[] = before.slots
    const holds = new Map<EmailId, Hold>()
    for (const email of left.get(key) ?? []) {
      const decision = takeSlot(slots, { email, now })
      slots = decision.slots
      if (decision.hold) holds.set(email.id, decision.hold)
    }
    return { ...before, slots, isChanged: !isSame(slots, before.slots), holds }
  })
}

const isSame = (some: readonly Slot[], others: readonly Slot[]): boolean =>
  some.length === others.length &&
  some.every(({ emailId, at }, index) => others[index]?.emailId === emailId && others[index].at === at)

/** In the order in which they were due, and were accepted. */
const byPlace = (a: ClaimedEmail, b: ClaimedEmail): number =>
  a.run_at.getTime() - b.run_at.getTime() || (a.id < b.id ? -1 : 1)

const refOf = ({ project_id: projectId, contact_id: contactId }: ClaimedEmail): ContactRef => ({
  projectId,
  contactId: contactId as ContactId,
})
const contactKey = ({ projectId, contactId }: ContactRef): string => `${projectId} ${contactId}`
const keyOf = (email: ClaimedEmail): string => contactKey(refOf(email))
