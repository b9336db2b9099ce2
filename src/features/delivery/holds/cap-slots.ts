// The slots of one contact under a frequency cap: the emails that count, each with the time at which it left or may leave.
// An email starts only if, with it, no span of `days` days has more than `emails` of them. Email that has to wait takes a
// slot in the future, so that later email does not overtake it. Pure.
import type { EmailId } from '../../../platform/ids.ts'
import type { FrequencyCapSetting } from '../../../platform/schemas/frequency-cap.schema.ts'

/** A list of slots is in the order of time; those of the same time in the order in which they were taken. */
export type Slot = { emailId: EmailId; at: number }

const DAY_MS = 86_400_000

/** How long an email counts. */
const spanOf = ({ days }: FrequencyCapSetting): number => days * DAY_MS

type Wish = { emailId: EmailId; cap: FrequencyCapSetting; now: number }

/** The earliest time at which the email may leave: `now`, or later. */
export function slotOf(slots: readonly Slot[], { emailId, cap, now }: Wish): number {
  const counted = slotsBefore(slots, { emailId, now })
  const nth = counted.at(-cap.emails)
  return counted.length < cap.emails || nth === undefined ? now : Math.max(now, nth.at + spanOf(cap))
}

/** The slots that count for an email: all whose time has come, and those that precede its own. */
function slotsBefore(slots: readonly Slot[], { emailId, now }: Omit<Wish, 'cap'>): Slot[] {
  const place = slots.findIndex((slot) => slot.emailId === emailId)
  return slots.filter(
    (slot, index) => slot.emailId !== emailId && (place === -1 || index < place || slot.at <= now),
  )
}

/** The slots with that of the email at this time, without those that do not count any more. */
export function withSlot(slots: readonly Slot[], { emailId, cap, now, at }: Wish & { at: number }): Slot[] {
  const others = slots.filter((slot) => slot.emailId !== emailId && slot.at > now - spanOf(cap))
  const place = others.findIndex((slot) => slot.at > at)
  return others.toSpliced(place === -1 ? others.length : place, 0, { emailId, at })
}

export const withoutSlot = (slots: readonly Slot[], emailId: EmailId): Slot[] =>
  slots.filter((slot) => slot.emailId !== emailId)
