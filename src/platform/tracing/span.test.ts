import { describe, expect, it } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { systemClock } from '../clock.ts'
import { createSpanRelay } from './span-relay.ts'
import { NO_TRACER, startSpan } from './span.ts'

const PARENT = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true }
const START = { parent: PARENT, name: 'send email', kind: 'consumer' } as const

const open = (mostWaiting = 100) => createSpanRelay({ isOn: true, metrics: createMetrics(), mostWaiting })

describe('a span', () => {
  it('is recorded with its steps, those that fail too', async () => {
    const { tracer, take } = open()
    const span = startSpan({ tracer, clock: systemClock }, { ...START, attributes: { number: 1 } })
    const describe = (text: string) => ({ attributes: { length: text.length } })
    expect(await span.step('good', () => 'done', { kind: 'client', describe })).toBe('done')
    await expect(
      span.step('bad', () => Promise.reject(new TypeError('for ann@example.com'))),
    ).rejects.toThrow('for ann')
    span.end({ attributes: { status: 'sent' } })
    const { traceId } = PARENT
    const parentId = span.context?.spanId
    expect(take()).toMatchObject([
      { traceId, parentId, name: 'good', kind: 'client', attributes: { length: 4 }, error: undefined },
      // Messages may quote addresses.
      { traceId, parentId, name: 'bad', kind: 'internal', error: 'TypeError' },
      { traceId, spanId: parentId, parentId: PARENT.spanId, attributes: { number: 1, status: 'sent' } },
    ])
    expect(take()).toEqual([])
  })

  it('begins a trace if there is none', () => {
    const { tracer, take } = open()
    const span = startSpan({ tracer, clock: systemClock }, { ...START, parent: undefined })
    span.end()
    expect(take()).toMatchObject([{ traceId: span.context?.traceId, parentId: undefined }])
    expect(span.context?.isSampled).toBe(true)
  })

  it.each([
    ['without a collector', NO_TRACER, PARENT],
    ['if the caller records nothing', open().tracer, { ...PARENT, isSampled: false }],
  ])('is not recorded %s, and hands on the context of the caller', async (_what, tracer, parent) => {
    const span = startSpan({ tracer, clock: systemClock }, { ...START, parent })
    expect(span.context).toBe(parent)
    expect(await span.step('step', () => 'done')).toBe('done')
    span.end()
  })

  it('is dropped while too many wait', () => {
    const { tracer, take } = open(2)
    for (let n = 0; n < 5; n += 1) startSpan({ tracer, clock: systemClock }, START).end()
    expect(take()).toHaveLength(2)
  })
})
