import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { formatTraceparent, parseTraceparent } from './trace-context.ts'

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length / 2, maxLength: length / 2 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
    .filter((text) => !/^0+$/.test(text))

const context = fc.record({ traceId: hex(32), spanId: hex(16), isSampled: fc.boolean() })

/** Nearly right, as a broken client would send it. */
const mutilated = fc
  .tuple(context, fc.nat(54), fc.string({ maxLength: 3 }))
  .map(([one, at, text]) => formatTraceparent(one).slice(0, at) + text + formatTraceparent(one).slice(at + 1))

describe('a traceparent', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(context, (one) => {
        expect(parseTraceparent(formatTraceparent(one))).toEqual(one)
      }),
      propertyRuns(1_000),
    )
  })

  it('of any text is ignored or can be written again, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), mutilated), (text) => {
        const parsed = parseTraceparent(text)
        const again = parsed && parseTraceparent(formatTraceparent(parsed))
        expect(again).toEqual(parsed)
      }),
      propertyRuns(2_000),
    )
  })
})
