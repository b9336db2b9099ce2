import { describe, expect, it } from 'vitest'
import { compareTotals } from './comparison.ts'
import { totalsOf } from './statistics.ts'

const totals = (figures: Record<string, number> = {}) =>
  totalsOf({
    recipients: 100,
    testRecipients: 0,
    withoutEmail: 0,
    counts: new Map(Object.entries({ DELIVERED: 100, ...figures })),
  })

describe('a campaign against earlier ones', () => {
  it('has the median of the others and its place, where fewer bounces are better', () => {
    const others = [10, 20, 30, 40].map((opened) => totals({ opened, RETURNED: opened }))
    const { compared, rates } = compareTotals(totals({ opened: 20, RETURNED: 10 }), others)
    expect(compared).toBe(4)
    expect(rates?.openRate).toMatchObject({ place: 3, of: 5 })
    expect(rates?.bounceRate).toMatchObject({ place: 1, of: 5 })
    expect(rates?.openRate.median).toBeCloseTo((20 + 30) / 2 / 100)
    expect(rates?.clickRate).toEqual({ own: 0, median: 0, place: 1, of: 5 })
  })

  it('takes the middle one of an odd number', () => {
    const others = [5, 80, 7].map((opened) => totals({ opened }))
    expect(compareTotals(totals({ opened: 100 }), others).rates?.openRate).toEqual({
      own: 1,
      median: 0.07,
      place: 1,
      of: 4,
    })
  })

  it('is not compared with fewer than three that were sent, nor before its own first email', () => {
    const empty = totals({ DELIVERED: 0 })
    expect(compareTotals(totals(), [totals(), totals(), empty])).toEqual({ compared: 2, rates: null })
    expect(compareTotals(empty, [totals(), totals(), totals()])).toEqual({ compared: 3, rates: null })
  })
})
