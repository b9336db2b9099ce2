// Decides for the emails of one claim which of them have to wait, and takes their slots under the frequency caps of their
// projects and topics (docs/adr/0025). Slots are committed before an email is sent; a kill at any line leaves a slot that the email
// finds when it is claimed again.
import type { Database } from '../../../platform/db/client.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ContactId, EmailId } from '../../../platform/ids.ts'
import type { ClaimedEmail, Hold } from '../queue/claim.queries.ts'
import type { Slot } from './cap-slots.ts'
import { listSlots, OF_PROJECT, saveSlots, takeFreeSlots, toContactSlots } from './cap-slots.queries.ts'
import type { ContactSlots, SlotsRef } from './cap-slots.queries.ts'
import { limitsOfEmail, quietHold, takeCapSlots } from './holds.ts'

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
  const capped = limited.filter(
    (email) => capsOf(email).length > 0 && email.contact_id !== null && !holds.has(email.id),
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
  const byContact = [...Map.groupBy(emails.toSorted(byPlace), contactKey).values()]
  const taken = await takeFree(database, { emails: byContact.flatMap(([first]) => first ?? []), now })
  let left: (readonly ClaimedEmail[])[] = byContact
    .map((theirs) => theirs.filter(({ id }) => !taken.has(id)))
    .filter((theirs) => theirs.length > 0)
  while (left.length > 0) {
    const decided = await decideCaps(database, { left, now })
    const changed = decided.flatMap((one) => one.changed)
    const saved = new Set(
      changed.length === 0
        ? []
        : (await executePrepared(database, 'save-cap-slots', saveSlots(changed))).map(slotsKey),
    )
    const isDone = (one: Decision) => one.changed.every((row) => saved.has(slotsKey(row)))
    for (const one of decided.filter(isDone)) for (const [id, hold] of one.holds) holds.set(id, hold)
    left = decided.filter((one) => !isDone(one)).map((one) => one.emails)
  }
  return holds
}

/** The emails that took a slot without a look at those of their contacts. */
async function takeFree(database: Database, { emails, now }: CappedEmails): Promise<Set<EmailId>> {
  // An email that was held has a slot, and one under two caps takes both slots or none.
  const simple = emails.filter((email) => !email.topic_cap && email.cap_held_since === null)
  const taken = new Set<EmailId>()
  for (const [most, group] of Map.groupBy(simple, ({ limits }) => limits?.frequencyCap?.emails)) {
    if (most === undefined) continue
    const slots = group.map((email) => ({ ...refOf(email, OF_PROJECT), emailId: email.id }))
    const query = takeFreeSlots({ emails: slots, most, now: new Date(now) })
    for (const { emailId } of await executePrepared(database, 'take-free-slots', query)) taken.add(emailId)
  }
  return taken
}

/** The emails of one contact, their holds, and the slots to write. */
type Decision = { emails: readonly ClaimedEmail[]; holds: Map<EmailId, Hold>; changed: ContactSlots[] }
type UndecidedContacts = { left: readonly (readonly ClaimedEmail[])[]; now: number }

async function decideCaps(database: Database, { left, now }: UndecidedContacts): Promise<Decision[]> {
  const refs = new Map(
    left
      .flat()
      .flatMap(capsOf)
      .map((ref) => [slotsKey(ref), ref]),
  )
  const listed = await executePrepared(database, 'list-cap-slots', listSlots([...refs.values()]))
  const known = new Map(listed.map(toContactSlots).map((row) => [slotsKey(row), row]))
  return left.map((emails) => {
    const rows = new Map<string, ContactSlots>()
    const before = (ref: SlotsRef) => known.get(slotsKey(ref)) ?? { ...ref, slots: [], version: 0 }
    const slotsOf = (ref: SlotsRef) => rows.get(slotsKey(ref)) ?? before(ref)
    const holds = new Map<EmailId, Hold>()
    for (const email of emails) {
      const [ofProject, ofTopic] = [refOf(email, OF_PROJECT), refOf(email, email.topic_id ?? OF_PROJECT)]
      const lists = {
        project: slotsOf(ofProject).slots,
        topic: email.topic_cap ? slotsOf(ofTopic).slots : [],
      }
      const decision = takeCapSlots(lists, { email, now })
      if (decision.hold) holds.set(email.id, decision.hold)
      if (email.limits?.frequencyCap) {
        rows.set(slotsKey(ofProject), { ...slotsOf(ofProject), slots: decision.lists.project })
      }
      if (email.topic_cap) rows.set(slotsKey(ofTopic), { ...slotsOf(ofTopic), slots: decision.lists.topic })
    }
    const changed = [...rows.values()].filter((row) => !isSame(row.slots, before(row).slots))
    return { emails, holds, changed }
  })
}

const isSame = (some: readonly Slot[], others: readonly Slot[]): boolean =>
  some.length === others.length &&
  some.every(({ emailId, at }, index) => others[index]?.emailId === emailId && others[index].at === at)

/** In the order in which they were due, and were accepted. */
const byPlace = (a: ClaimedEmail, b: ClaimedEmail): number =>
  a.run_at.getTime() - b.run_at.getTime() || (a.id < b.id ? -1 : 1)

/** The slots that an email needs: those under the cap of its project, and under that of its topic. */
const capsOf = (email: ClaimedEmail): SlotsRef[] => [
  ...(email.limits?.frequencyCap ? [refOf(email, OF_PROJECT)] : []),
  ...(email.topic_cap && email.topic_id ? [refOf(email, email.topic_id)] : []),
]

const refOf = (
  { project_id: projectId, contact_id: contactId }: ClaimedEmail,
  topicId: SlotsRef['topicId'],
): SlotsRef => ({ projectId, contactId: contactId as ContactId, topicId })
const slotsKey = ({ projectId, contactId, topicId }: SlotsRef): string =>
  `${projectId} ${contactId} ${topicId}`
const contactKey = ({ project_id: projectId, contact_id: contactId }: ClaimedEmail): string =>
  `${projectId} ${contactId}`
