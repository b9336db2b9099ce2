import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceOf, intervalOf, quantileFor } from './proportions.ts'

describe('the interval of a share', () => {
  // Newcombe 1998, table I: 95 % Wilson without correction.
  it.each([
    [{ count: 81, of: 263 }, 0.2553, 0.3662],
    [{ count: 15, of: 148 }, 0.0624, 0.1605],
    [{ count: 0, of: 20 }, 0, 0.1611],
    [{ count: 1, of: 29 }, 0.0061, 0.1718],
  ])('of %j is that of the literature', (counted, from, to) => {
    const interval = intervalOf(counted)
    expect(interval.from).toBeCloseTo(from, 4)
    expect(interval.to).toBeCloseTo(to, 4)
  })

  it('is 0 to 1 if nothing was counted', () => {
    expect(intervalOf({ count: 0, of: 0 })).toEqual({ from: 0, to: 1 })
  })

  it('has the share in it, and shrinks with the sample', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (of, part) => {
          const count = Math.floor(of * part)
          const small = intervalOf({ count, of })
          const large = intervalOf({ count: count * 10, of: of * 10 })
          expect(small.from).toBeLessThanOrEqual(count / of + 1e-12)
          expect(small.to).toBeGreaterThanOrEqual(count / of - 1e-12)
          expect(large.to - large.from).toBeLessThan(small.to - small.from)
        },
      ),
    )
  })
})

describe('the difference of two shares', () => {
  // Newcombe 1998 (interval estimation for the difference), table II, method 10.
  it.each([
    [
      { count: 56, of: 70 },
      { count: 48, of: 80 },
      { from: 0.0524, to: 0.3339 },
    ],
    [
      { count: 9, of: 10 },
      { count: 3, of: 10 },
      { from: 0.1705, to: 0.809 },
    ],
    [
      { count: 10, of: 10 },
      { count: 0, of: 20 },
      { from: 0.6791, to: 1 },
    ],
  ])('of %j and %j is that of the literature', (one, other, expected) => {
    const difference = differenceOf(one, other)
    expect(difference.from).toBeCloseTo(expected.from, 3)
    expect(difference.to).toBeCloseTo(expected.to, 3)
  })

  it('never leaves the range of differences, whatever is rounded', () => {
    for (let of = 1; of < 300; of += 1) {
      const { to, from } = differenceOf({ count: of, of }, { count: 0, of: of + 3 })
      expect(to).toBeLessThanOrEqual(1)
      expect(differenceOf({ count: 0, of }, { count: of, of }).from).toBeGreaterThanOrEqual(-1)
      expect(from).toBeLessThan(to)
    }
  })

  it('is wider for several comparisons', () => {
    const [one, other] = [
      { count: 30, of: 100 },
      { count: 20, of: 100 },
    ]
    expect(differenceOf(one, other, quantileFor(3)).from).toBeLessThan(differenceOf(one, other).from)
  })
})
