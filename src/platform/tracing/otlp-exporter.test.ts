// Spans on their way to a collector on this machine: one that takes them, refuses them, is away for a while, or hangs.
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { spansIn } from '../../../test/support/traces.ts'
import { useReceiver } from '../../../test/support/servers/webhook-receiver.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createOtlpTracer } from './otlp-exporter.ts'
import type { OtlpLimits } from './otlp-exporter.ts'
import type { Span } from './span.ts'

const collector = await useReceiver()

const LIMITS: Partial<OtlpLimits> = { everyMs: 1, firstPauseMs: 1, longestPauseMs: 5, closeMs: 300 }

const spanOf = (name: string, more: Partial<Span> = {}): Span => ({
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentId: undefined,
  name,
  kind: 'internal',
  startMs: 1_700_000_000_000.25,
  endMs: 1_700_000_000_001.5,
  attributes: {},
  ...more,
})

function openTracer(limits: Partial<OtlpLimits> = {}) {
  const metrics = createMetrics()
  const lines: string[] = []
  const tracer = createOtlpTracer({
    url: `${collector.url}/v1/traces`,
    headers: { 'api-key': 'secret' },
    source: { version: '1.2.3', attributes: { 'service.name': 'shop', 'process.pid': 7 } },
    log: createLog('info', { write: (line) => void lines.push(line) }),
    metrics,
    limits: { ...LIMITS, ...limits },
  })
  onTestFinished(() => tracer.close())
  const counted = async (result: string) =>
    Number(new RegExp(`result="${result}"} (\\d+)`).exec(await metrics.render())?.[1] ?? 0)
  const words = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  return { tracer, counted, words }
}

const arrived = () => collector.requests.flatMap(({ body }) => spansIn(body)).map(({ name }) => name)

describe('spans', () => {
  it('arrive in the form of OTLP, with the headers of the settings', async () => {
    const { tracer, counted } = openTracer()
    const attributes = { text: 'a', whole: 250, part: 0.5, yes: true, unknown: undefined }
    tracer.record(
      spanOf('hand over', { parentId: '1111111111111111', kind: 'client', attributes, error: 'rejected' }),
    )
    await eventually(async () => expect(await counted('exported')).toBe(1))
    const [{ path, headers, body } = { path: '', headers: {}, body: '{}' }] = collector.requests
    expect({ path, type: headers['content-type'], key: headers['api-key'] }).toEqual({
      path: '/v1/traces',
      type: 'application/json',
      key: 'secret',
    })
    expect(JSON.parse(body)).toEqual({
      resourceSpans: [
        {
          resource: {
            attributes: [
              { key: 'service.name', value: { stringValue: 'shop' } },
              { key: 'process.pid', value: { intValue: '7' } },
            ],
          },
          scopeSpans: [
            {
              scope: { name: 'lettermill', version: '1.2.3' },
              spans: [
                {
                  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
                  spanId: '00f067aa0ba902b7',
                  parentSpanId: '1111111111111111',
                  name: 'hand over',
                  kind: 3,
                  startTimeUnixNano: '1700000000000250000',
                  endTimeUnixNano: '1700000000001500000',
                  attributes: [
                    { key: 'text', value: { stringValue: 'a' } },
                    { key: 'whole', value: { intValue: '250' } },
                    { key: 'part', value: { doubleValue: 0.5 } },
                    { key: 'yes', value: { boolValue: true } },
                  ],
                  status: { code: 2, message: 'rejected' },
                },
              ],
            },
          ],
        },
      ],
    })
  })

  it('leave in batches, one request after the other', async () => {
    const { tracer, counted } = openTracer({ batch: 3 })
    for (let n = 0; n < 10; n += 1) tracer.record(spanOf(`span ${n}`))
    await eventually(async () => expect(await counted('exported')).toBe(10))
    expect(collector.requests.map(({ body }) => spansIn(body).length)).toEqual([3, 3, 3, 1])
    expect(collector.mostAtOnce).toBe(1)
  })

  it.each([429, 503])('are sent again after %d, and the log says so once', async (status) => {
    const { tracer, counted, words } = openTracer()
    let failures = 3
    collector.answer = () => ({ status: (failures -= 1) >= 0 ? status : 200 })
    tracer.record(spanOf('patient'))
    await eventually(async () => expect(await counted('exported')).toBe(1))
    expect(arrived()).toEqual(['patient', 'patient', 'patient', 'patient'])
    expect(words()).toEqual([
      expect.stringContaining('does not take spans'),
      expect.stringContaining('takes spans again'),
    ])
  })

  it.each([400, 401, 301])('are counted and forgotten if the collector answers %d', async (status) => {
    const { tracer, counted } = openTracer()
    collector.answer = () => ({ status, headers: { location: collector.url } })
    tracer.record(spanOf('unwanted'))
    await eventually(async () => expect(await counted('refused')).toBe(1))
    expect(arrived()).toEqual(['unwanted'])
  })

  it('are dropped while too many wait for a collector that hangs, and closing does not wait for it', async () => {
    const { tracer, counted } = openTracer({ mostWaiting: 4 })
    collector.answer = () => new Promise(() => undefined)
    for (let n = 0; n < 10; n += 1) tracer.record(spanOf('late'))
    expect(await counted('dropped')).toBe(6)
    await eventually(() => expect(collector.requests).not.toEqual([]))
    await tracer.close()
    expect([await counted('dropped'), await counted('exported')]).toEqual([10, 0])
    tracer.record(spanOf('after the end'))
    expect(await counted('dropped')).toBe(11)
  })

  it('that still wait are sent when the node stops', async () => {
    const { tracer, counted } = openTracer({ everyMs: 3_600_000 })
    tracer.record(spanOf('last'))
    await tracer.close()
    expect(arrived()).toEqual(['last'])
    expect(await counted('exported')).toBe(1)
  })
})
