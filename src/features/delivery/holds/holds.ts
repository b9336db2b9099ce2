// Whether a claimed email may be sent now, by the frequency caps and the quiet hours of its project. Pure.
import type { EmailId } from '../../../platform/ids.ts'
import type { FrequencyCapSetting } from '../../../platform/schemas/frequency-cap.schema.ts'
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
export type LimitedEmail = Pick<ClaimedEmail, 'id' | 'limits' | 'cap_held_since' | 'topic_cap'> &
  Moment['email']

/** The slots of the contact under the caps that the email has to keep: that of its project, and that of its topic. */
export type SlotLists = { project: readonly Slot[]; topic: readonly Slot[] }

type CapDecision = { lists: SlotLists; hold: Hold | undefined }

/**
 * The hold of an email by its caps, and the slots of its contact from now on. The topic is asked first: email that waits for
 * the cap of its topic takes no slot of the project from other email.
 */
export function takeCapSlots(
  lists: SlotLists,
  { email, now }: { email: LimitedEmail; now: number },
): CapDecision {
  const { id: emailId, limits, cap_held_since: heldSince, topic_cap: topicCap } = email
  if (!limits) return { lists, hold: undefined }
  const wish = { emailId, now }
  const forTopic = topicCap ? slotOf(lists.topic, { ...wish, cap: topicCap }) : now
  const projectCap = forTopic > now ? null : limits.frequencyCap
  const at = projectCap ? slotOf(lists.project, { ...wish, cap: projectCap }) : forTopic
  const since = heldSince?.getTime() ?? now
  const endsAt = since + limits.holdAtMostHours * HOUR_MS
  // An email without hope takes no slot from others; it waits in case one becomes free.
  const isTaken = at <= Math.max(now, endsAt)
  const taken = {
    topic: placed(lists.topic, { ...wish, at, cap: isTaken ? topicCap : null }),
    project: placed(lists.project, { ...wish, at, cap: isTaken ? projectCap : null }),
  }
  if (at <= now) return { lists: taken, hold: undefined }
  if (endsAt <= now) return { lists: taken, hold: { heldFor: null, isDropped: true } }
  const until = Math.min(endOfQuiet(limits, { email, at }) ?? at, endsAt)
  return { lists: taken, hold: { heldFor: 'cap', until: new Date(until), since: new Date(since) } }
}

type PlacedEmail = { emailId: EmailId; cap: FrequencyCapSetting | null; now: number; at: number }

/** The slots with that of the email; without it if there is no cap that it has to keep. */
const placed = (slots: readonly Slot[], { cap, ...wish }: PlacedEmail): readonly Slot[] =>
  cap ? withSlot(slots, { ...wish, cap }) : withoutSlot(slots, wish.emailId)
