import { describe, expect, it } from 'vitest'
import type { EmailId } from '../../../platform/ids.ts'
import { slotOf, withoutSlot, withSlot } from './cap-slots.ts'
import type { Slot } from './cap-slots.ts'

const DAY_MS = 86_400_000
const twoPerDay = { emails: 2, days: 1 }

const slot = (emailId: string, day: number): Slot => ({ emailId: emailId as EmailId, at: day * DAY_MS })
const wish = (emailId: string, day: number, cap = twoPerDay) => ({
  emailId: emailId as EmailId,
  cap,
  now: day * DAY_MS,
})
const dayOf = (slots: Slot[], given: ReturnType<typeof wish>) => slotOf(slots, given) / DAY_MS

describe('the slot of an email', () => {
  it.each<[string, Slot[], ReturnType<typeof wish>, number]>([
    ['is now, while the cap allows it', [slot('a', 9.9)], wish('b', 10), 10],
    ['comes when the first of as many is over', [slot('a', 9.5), slot('b', 9.9)], wish('c', 10), 10.5],
    ['is now, when that is over', [slot('a', 9), slot('b', 9.9)], wish('c', 10), 10],
    ['comes behind email that waits', [slot('a', 9.5), slot('b', 9.9), slot('c', 10.5)], wish('d', 10), 10.9],
    ['is kept by email that is retried', [slot('a', 9.9), slot('b', 10)], wish('b', 10.1), 10.1],
    ['is not counted twice', [slot('a', 9.9), slot('b', 9.9)], wish('a', 10), 10],
    [
      'does not depend on those behind it',
      [slot('a', 9.5), slot('b', 9.9), slot('c', 10.5), slot('d', 10.9)],
      wish('c', 10.5),
      10.5,
    ],
    [
      'comes later if those behind it were faster',
      [slot('a', 9.8), slot('b', 10), slot('c', 10.1)],
      wish('a', 10.2),
      11,
    ],
    ['moves with those before it', [slot('a', 9.6), slot('b', 9.9), slot('c', 10.5)], wish('c', 10.5), 10.6],
    [
      'is further away with a smaller cap',
      [slot('a', 9.5), slot('b', 9.9)],
      wish('c', 10, { emails: 1, days: 2 }),
      11.9,
    ],
  ])('%s', (...[, slots, given, day]) => {
    expect(dayOf(slots, given)).toBe(day)
  })
})

describe('a list of slots', () => {
  it('is in the order of time, and forgets what does not count any more', () => {
    const slots = [slot('a', 8.9), slot('b', 9.5), slot('c', 10.5)]
    const at = 10.2 * DAY_MS
    expect(withSlot(slots, { ...wish('d', 10), at })).toEqual([
      slot('b', 9.5),
      slot('d', 10.2),
      slot('c', 10.5),
    ])
    expect(withSlot(slots, { ...wish('b', 10), at: 10.5 * DAY_MS })).toEqual([
      slot('c', 10.5),
      slot('b', 10.5),
    ])
  })

  it('gives a slot back', () => {
    expect(withoutSlot([slot('a', 9), slot('b', 9.5)], 'a' as EmailId)).toEqual([slot('b', 9.5)])
  })
})
