// How the frequency cap and the quiet hours would hold an email, decided as for a claimed one. Nothing is written.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import type { SendingLimits } from '../../projects/index.ts'
import type { Hold } from '../queue/claim.queries.ts'
import { findSlots } from './cap-slots.queries.ts'
import { endOfQuiet, takeSlot } from './holds.ts'

type HoldQuestion = {
  projectId: ProjectId
  contact: { id: ContactId; data: Record<string, unknown> }
  limits: SendingLimits & { timezone: string }
  /** The email, if it waits already: it has its place among those that count. */
  waiting?: { id: EmailId; capHeldSince: Date | null } | undefined
  now: Date
}

export type ExplainedHolds = {
  /** When the quiet hours around now end; undefined outside of them. */
  quietUntil: Date | undefined
  cap: { hold: Hold | undefined; counted: number }
}

export async function readHolds(
  db: Db | Trx,
  { projectId, contact, limits, waiting, now }: HoldQuestion,
): Promise<ExplainedHolds> {
  const at = now.getTime()
  const email = {
    id: waiting?.id ?? newId<EmailId>(now),
    limits,
    cap_held_since: waiting?.capHeldSince ?? null,
    contact,
  }
  const slots = await findSlots(db, { projectId, contactId: contact.id })
  const { hold } = takeSlot(slots, { email, now: at })
  const since = at - (limits.frequencyCap?.days ?? 0) * DAY_MS
  const counted = slots.filter((slot) => slot.emailId !== email.id && slot.at > since && slot.at <= at)
  const until = endOfQuiet(limits, { email, at })
  return {
    quietUntil: until === undefined ? undefined : new Date(until),
    cap: { hold, counted: counted.length },
  }
}

const DAY_MS = 86_400_000
