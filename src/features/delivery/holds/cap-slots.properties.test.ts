// However emails come, wait, are retried and end, no span has more of them than the cap, and those that wait keep their places.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { slotOf, withoutSlot, withSlot } from './cap-slots.ts'
import type { Slot } from './cap-slots.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const step = fc.record({
  /** The emails are few, so that many steps are about one that waits or is retried. */
  email: fc.nat(8),
  hours: fc.nat(30),
  /** An email that was started may be refused for now (and come again), or end unsent. */
  outcome: fc.constantFrom('sent', 'sent', 'sent', 'deferred', 'bounced'),
})

type Cap = { emails: number; days: number }

const mostInOneSpan = (starts: readonly number[], { days }: Cap): number =>
  Math.max(0, ...starts.map((end) => starts.filter((at) => at > end - days * DAY_MS && at <= end).length))

it('never allows more than the cap in any span', () => {
  fc.assert(
    fc.property(
      fc.record({ emails: fc.integer({ min: 1, max: 4 }), days: fc.integer({ min: 1, max: 3 }) }),
      fc.array(step, { maxLength: 60 }),
      (cap, steps) => {
        let now = 1_000 * DAY_MS
        let slots: readonly Slot[] = []
        const sent: number[] = []
        /** How many emails of each number have ended. */
        const ended = new Map<number, number>()
        for (const { email, hours, outcome } of steps) {
          now += hours * HOUR_MS
          const emailId = `${email} ${ended.get(email) ?? 0}` as EmailId
          const at = slotOf(slots, { emailId, cap, now })
          expect(at).toBeGreaterThanOrEqual(now)
          slots = withSlot(slots, { emailId, cap, now, at })
          if (at > now || outcome === 'deferred') continue
          ended.set(email, (ended.get(email) ?? 0) + 1)
          if (outcome === 'sent') sent.push(now)
          else slots = withoutSlot(slots, emailId)
        }
        expect(mostInOneSpan(sent, cap)).toBeLessThanOrEqual(cap.emails)
      },
    ),
    propertyRuns(5000),
  )
})

it('lets emails that wait leave in the order in which they came', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }),
      (emails, gaps) => {
        const cap = { emails, days: 1 }
        let now = 1_000 * DAY_MS
        let slots: readonly Slot[] = []
        const times: number[] = []
        for (const [index, hours] of gaps.entries()) {
          now += hours * HOUR_MS
          const emailId = `${index}` as EmailId
          const at = slotOf(slots, { emailId, cap, now })
          slots = withSlot(slots, { emailId, cap, now, at })
          times.push(at)
        }
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      },
    ),
    propertyRuns(300),
  )
})
