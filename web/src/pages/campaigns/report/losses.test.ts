import { expect, it } from 'vitest'
import { lossesOf } from './losses.ts'

it('counts held and dropped emails apart, and each email once', () => {
  const statistics = { queued: 5, held: 2, bounced: 1, suppressed: 4, dropped: 3, failed: 0, cancelled: 0 }
  expect(lossesOf(statistics)).toEqual({ ...statistics, queued: 3, suppressed: 1 })
})
