import { describe, expect, it } from 'vitest'
import { sampleCodes } from './sample-codes.ts'

describe('the sample codes of a test', () => {
  it.each([
    [['name', 'data.coupons.x', 'coupons'], {}],
    [
      ['coupons.spring', 'coupons.free-delivery.size'],
      { spring: 'SAMPLE-CODE', 'free-delivery': 'SAMPLE-CODE' },
    ],
  ])('for %j', (variables, codes) => {
    expect(sampleCodes(variables).coupons ?? {}).toEqual(codes)
  })
})
