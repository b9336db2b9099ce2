import { describe, expect, it } from 'vitest'
import type { Destination } from '../../api/connections/destinations.ts'
import { nameOf, reasonOf, warmUpsOf } from './destination-words.ts'

const WORKING = { status: 'working' as const, reason: null, since: null, nextTryAt: null }
const DESTINATION: Destination = {
  name: 'yahoo',
  waiting: 3,
  state: WORKING,
  limits: { connections: 5, perMinute: null },
  warmUp: [],
}

const slowed = (reason: string, name = 'yahoo'): Destination => ({
  ...DESTINATION,
  name,
  state: { ...WORKING, status: 'slowed', reason },
})

const warmUp = (used: number, limit: number | null) => ({ localAddress: null, day: 3, used, limit })

describe('the name of a destination', () => {
  it.each([
    ['yahoo', 'Yahoo'],
    ['mx.shop.example', 'mx.shop.example'],
    ['constructor', 'constructor'],
  ])('%s is shown as %s', (name, shown) => expect(nameOf({ name })).toBe(shown))
})

describe('the reason why a destination is slowed down', () => {
  it('begins with the name that is shown', () => {
    expect(reasonOf(slowed('yahoo accepts no more email for now: 421'))).toBe(
      'Yahoo accepts no more email for now: 421',
    )
  })

  it.each([
    [
      slowed('mx.shop.example accepts no more email', 'mx.shop.example'),
      'mx.shop.example accepts no more email',
    ],
    [slowed('yahoodns.net cannot be reached'), 'yahoodns.net cannot be reached'],
  ])('is left alone otherwise', (destination, reason) => expect(reasonOf(destination)).toBe(reason))

  it('is missing while it works', () => expect(reasonOf(DESTINATION)).toBeUndefined())
})

describe('the warm-up of a destination', () => {
  it('leaves out addresses that have no limit any more', () => {
    expect(warmUpsOf({ warmUp: [warmUp(1, 50), warmUp(400, null)] })).toEqual([warmUp(1, 50)])
  })
})
