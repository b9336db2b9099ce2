import { describe, expect, it } from 'vitest'
import { zoneOf } from './zone-of.ts'

describe('the zone of a contact', () => {
  it('is that of its data, if it is one', () => {
    expect(zoneOf({ timezone: 'Asia/Tokyo' }, 'UTC')).toBe('Asia/Tokyo')
    for (const data of [
      { timezone: 'Mars/Olympus' },
      { timezone: 7 },
      { timezone: 'x'.repeat(1e6) },
      {},
      null,
    ]) {
      expect(zoneOf(data, 'Europe/Amsterdam')).toBe('Europe/Amsterdam')
    }
  })
})
