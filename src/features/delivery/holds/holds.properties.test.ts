// However emails with and without topics come, wait, are retried and end, no span has more of them than their caps allow.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { withoutSlot } from './cap-slots.ts'
import type { Slot } from './cap-slots.ts'
import { takeCapSlots } from './holds.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const cap = fc.record({ emails: fc.integer({ min: 1, max: 3 }), days: fc.integer({ min: 1, max: 3 }) })
const step = fc.record({
  /** The emails are few, so that many steps are about one that waits or is retried. */
  email: fc.nat(8),
  hours: fc.nat(30),
  outcome: fc.constantFrom('sent', 'sent', 'sent', 'deferred', 'bounced'),
})

type SentEmail = { at: number; topic: number }

const mostInOneSpan = (starts: readonly number[], days: number): number =>
  Math.max(0, ...starts.map((end) => starts.filter((at) => at > end - days * DAY_MS && at <= end).length))

it('keeps the caps of the project and of both topics', () => {
  fc.assert(
    fc.property(
      fc.option(cap, { nil: null }),
      fc.tuple(fc.option(cap, { nil: null }), fc.option(cap, { nil: null })),
      fc.array(step, { maxLength: 60 }),
      (projectCap, topicCaps, steps) => {
        let now = 1_000 * DAY_MS
        const slots: { project: readonly Slot[]; topics: (readonly Slot[])[] } = {
          project: [],
          topics: [[], []],
        }
        const sent: SentEmail[] = []
        const ended = new Map<number, number>()
        const heldSince = new Map<string, Date>()
        for (const { email, hours, outcome } of steps) {
          now += hours * HOUR_MS
          const id = `${email} ${ended.get(email) ?? 0}` as EmailId
          const topic = email % 2
          const limits = { frequencyCap: projectCap, quietHours: null, holdAtMostHours: 48, timezone: 'UTC' }
          const held = { cap_held_since: heldSince.get(id) ?? null, topic_cap: topicCaps[topic] ?? null }
          const { lists, hold } = takeCapSlots(
            { project: slots.project, topic: slots.topics[topic] ?? [] },
            { email: { id, limits, contact: null, ...held }, now },
          )
          slots.project = lists.project
          slots.topics[topic] = lists.topic
          if (hold?.heldFor === 'cap') {
            heldSince.set(id, hold.since)
            continue
          }
          const isUnsent = hold !== undefined || outcome === 'bounced'
          if (isUnsent) {
            slots.project = withoutSlot(slots.project, id)
            slots.topics[topic] = withoutSlot(slots.topics[topic] ?? [], id)
          } else if (outcome === 'sent') sent.push({ at: now, topic })
          if (isUnsent || outcome === 'sent') ended.set(email, (ended.get(email) ?? 0) + 1)
        }
        const within = (limit: typeof projectCap, emails: readonly SentEmail[]) =>
          limit === null ||
          mostInOneSpan(
            emails.map(({ at }) => at),
            limit.days,
          ) <= limit.emails
        expect(within(projectCap, sent)).toBe(true)
        for (const topic of [0, 1]) {
          const about = sent.filter((one) => one.topic === topic)
          expect(within(topicCaps[topic] ?? null, about)).toBe(true)
        }
      },
    ),
    propertyRuns(2_000),
  )
})

it('does not hold other email because one waits for its topic', () => {
  const limits = {
    frequencyCap: { emails: 2, days: 1 },
    quietHours: null,
    holdAtMostHours: 720,
    timezone: 'UTC',
  }
  const now = 1_000 * DAY_MS
  const email = (id: string, topic_cap: { emails: number; days: number } | null) => ({
    id: id as EmailId,
    limits,
    contact: null,
    cap_held_since: null,
    topic_cap,
  })
  const weekly = { emails: 1, days: 7 }
  const first = takeCapSlots({ project: [], topic: [] }, { email: email('a', weekly), now })
  expect(first.hold).toBeUndefined()
  const second = takeCapSlots(first.lists, { email: email('b', weekly), now: now + HOUR_MS })
  expect(second.hold).toMatchObject({ heldFor: 'cap', until: new Date(now + 7 * DAY_MS) })
  const other = takeCapSlots(
    { ...second.lists, topic: [] },
    { email: email('c', null), now: now + 2 * HOUR_MS },
  )
  expect(other.hold).toBeUndefined()
})
