import { describe, expect, it } from 'vitest'
import { measureVariants } from './variant-test.ts'

describe('measureVariants', () => {
  it('names the one with the highest rate, and is sure of a clear lead', () => {
    const measured = measureVariants([
      { count: 20, of: 1_000 },
      { count: 60, of: 1_000 },
    ])
    expect(measured).toMatchObject({ best: 'B', isConclusive: true, lead: { over: 'A' } })
    expect(measured.lead?.by).toBeCloseTo(0.04)
    expect(measured.lead?.from).toBeGreaterThan(0)
    expect(measured.variants[1]).toMatchObject({ variant: 'B', count: 60, delivered: 1_000, rate: 0.06 })
  })

  it('has no lead before anybody has answered, and between equals', () => {
    for (const count of [0, 5]) {
      const equal = { count, of: 100 }
      expect(measureVariants([equal, equal])).toMatchObject({ best: 'A', isConclusive: false, lead: null })
    }
    expect(
      measureVariants([
        { count: 0, of: 0 },
        { count: 0, of: 0 },
      ]).lead,
    ).toBeNull()
  })

  it('is not sure of a lead that may be chance', () => {
    const measured = measureVariants([
      { count: 3, of: 50 },
      { count: 5, of: 50 },
    ])
    expect(measured).toMatchObject({ best: 'B', isConclusive: false })
    expect(measured.lead?.from).toBeLessThan(0)
  })

  it('requires a larger lead if more variants are compared', () => {
    const [a, b] = [
      { count: 100, of: 1_000 },
      { count: 130, of: 1_000 },
    ]
    expect(measureVariants([a, b]).isConclusive).toBe(true)
    expect(measureVariants([a, b, a, a]).isConclusive).toBe(false)
  })

  it('chooses the earlier of equals, also if nothing was counted', () => {
    const none = { count: 0, of: 0 }
    expect(measureVariants([none, none, none])).toMatchObject({ best: 'A', isConclusive: false })
  })
})
