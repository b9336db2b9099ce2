import { expect, it } from 'vitest'
import { dailyLimit, marketingLimit } from './warm-up.ts'

it('begins with fifty, grows by half each day, and ends after four weeks', () => {
  expect([1, 2, 3, 7, 14, 28].map(dailyLimit)).toEqual([50, 75, 112, 569, 9730, 2_840_756])
  expect(dailyLimit(29)).toBe(Infinity)
})

it('leaves a part to transactional email', () => {
  expect([50, 1, Infinity].map(marketingLimit)).toEqual([40, 0, Infinity])
})
