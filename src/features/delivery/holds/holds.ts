// Whether a claimed email may be sent now, by the frequency cap and the quiet hours of its project. Pure.
import { zoneOf } from '../../../platform/time/zone-of.ts'
import { firstStop } from '../gates/recipient-gates.ts'
import { factsAtClaim } from '../queue/claimed-facts.ts'
import type { ClaimedEmail, EmailLimits, Hold } from '../queue/claim.queries.ts'
import { isSimulated } from '../transports/simulated.ts'
import { slotOf, withoutSlot, withSlot } from './cap-slots.ts'
import type { Slot } from './cap-slots.ts'
import { quietUntil } from './quiet-hours.ts'

const HOUR_MS = 3_600_000

/** The limits that an email has to keep; null for one that waits for nobody's sake: a test, or one that is not sent anyway. */
export function limitsOfEmail(email: ClaimedEmail): EmailLimits | null {
  const { limits, source } = email
  const isSent = limits !== null && !firstStop(factsAtClaim(email))
  return isSent && source !== 'TEST' && !isSimulated(email) ? limits : null
}

/** The hold of an email that is in quiet hours. */
export function quietHold(email: ClaimedEmail, now: number): Hold | undefined {
  const limits = limitsOfEmail(email)
  const until = limits && endOfQuiet(limits, { email, at: now })
  return until === null || until === undefined
    ? undefined
    : { heldFor: 'quiet_hours', until: new Date(until) }
}

type Moment = { email: { contact: { data: Record<string, unknown> } | null }; at: number }

/** When the quiet hours of the contact around this time end; undefined if it is not in quiet hours. */
export function endOfQuiet({ quietHours, timezone }: EmailLimits, { email, at }: Moment): number | undefined {
  if (quietHours === null) return undefined
  const zone = quietHours.timezone === 'contact' ? zoneOf(email.contact?.data, timezone) : timezone
  return quietUntil(at, { hours: quietHours, zone })
}

/** The part of an email that decides how long it is held. */
export type LimitedEmail = Pick<ClaimedEmail, 'id' | 'limits' | 'cap_held_since'> & Moment['email']

type CapDecision = { slots: readonly Slot[]; hold: Hold | undefined }

/** The hold of an email by the cap, and the slots of its contact from now on. */
export function takeSlot(
  slots: readonly Slot[],
  { email, now }: { email: LimitedEmail; now: number },
): CapDecision {
  const { id: emailId, limits, cap_held_since: heldSince } = email
  const cap = limits?.frequencyCap
  if (!limits || !cap) return { slots, hold: undefined }
  const at = slotOf(slots, { emailId, cap, now })
  if (at <= now) return { slots: withSlot(slots, { emailId, cap, now, at }), hold: undefined }
  const since = heldSince?.getTime() ?? now
  const endsAt = since + limits.holdAtMostHours * HOUR_MS
  // An email without hope takes no slot from others; it waits in case one becomes free.
  const taken = at <= endsAt ? withSlot(slots, { emailId, cap, now, at }) : withoutSlot(slots, emailId)
  if (endsAt <= now) return { slots: taken, hold: { heldFor: null, isDropped: true } }
  const until = Math.min(endOfQuiet(limits, { email, at }) ?? at, endsAt)
  return { slots: taken, hold: { heldFor: 'cap', until: new Date(until), since: new Date(since) } }
}
