import { describe, expect, it } from 'vitest'
import { formatTraceparent, newSpanId, newTraceId, parseTraceparent } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('a traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    // Only the lowest bit is defined.
    [`00-${TRACE}-${SPAN}-03`, true],
    [`00-${TRACE}-${SPAN}-fe`, false],
    // A later version may say more.
    [`01-${TRACE}-${SPAN}-01`, true],
    [`cc-${TRACE}-${SPAN}-01-what-will-be`, true],
  ])('is read: %s', (text, isSampled) => {
    expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled })
  })

  it.each([
    undefined,
    ['00', TRACE],
    '',
    'no trace',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    ` 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `cc-${TRACE}-${SPAN}-01-${'x'.repeat(500)}`,
  ])('is ignored if it is not valid: %j', (text) => {
    expect(parseTraceparent(text)).toBeUndefined()
  })

  it('is written in 55 characters', () => {
    expect(formatTraceparent({ traceId: TRACE, spanId: SPAN, isSampled: true })).toBe(
      `00-${TRACE}-${SPAN}-01`,
    )
    expect(formatTraceparent({ traceId: TRACE, spanId: SPAN, isSampled: false })).toHaveLength(55)
  })
})

it('new ids have the form of the standard, and differ', () => {
  expect([newTraceId(), newSpanId()]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ])
  expect(newTraceId()).not.toBe(newTraceId())
})
