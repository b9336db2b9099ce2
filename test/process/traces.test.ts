// A node with a collector of OpenTelemetry on this machine: one email is one trace, and a collector that fails delays none.
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import type { ReadyNode } from '../support/node-process.ts'
import { useSmtpSink } from '../support/servers/smtp-sink.ts'
import { useReceiver } from '../support/servers/webhook-receiver.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'
import { attributesOf, spansIn } from '../support/traces.ts'
import type { CollectedSpan } from '../support/traces.ts'

const nodes = useNodes()
const database = useSharedDatabase()
const sink = useSmtpSink()
const collector = await useReceiver()

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

/** Starts a node that may send, although its domain has no records. */
async function start(): Promise<ReadyNode> {
  const node = await nodes.start({
    ...database.settings,
    MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
    SEND_RATE_PER_SECOND: '0',
    DNS_SERVERS: '127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'shop-mail',
  })
  await ask(node, 'POST /domains', { body: { domain: 'traces.dev' } })
  await database.query(
    "update domains set status = 'VERIFIED', verified_at = now(), due_at = now() + interval '1 day'",
  )
  return node
}

async function send(node: ReadyNode, to: string, headers = {}): Promise<string> {
  const body = { to, from: 'shop@traces.dev', subject: 'Hello', body: '<p>Hi</p>' }
  const answer = await ask(node, 'POST /v1/send', { body, headers })
  expect(answer.text).toContain('"success":true')
  return answer.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? ''
}

const collected = (traceId: string): CollectedSpan[] =>
  collector.requests.flatMap(({ body }) => spansIn(body)).filter((span) => span.traceId === traceId)

describe('a node with a collector', () => {
  it('shows one email as one trace, from the request to the reply of the server', async () => {
    const node = await start()
    sink.script = { dot: '250 2.0.0 taken as 7' }
    const id = await send(node, 'ann@example.com', { traceparent: `00-${TRACE}-${CALLER}-01` })
    const names = ['POST /v1/send', 'claim', 'hand over', 'record', 'render', 'send email', 'sign']
    const spans = await eventually(() => {
      const found = collected(TRACE)
      expect(found.map(({ name }) => name).toSorted()).toEqual(names)
      return found
    })
    const byName = Object.fromEntries(spans.map((span) => [span.name, span]))
    const request = byName['POST /v1/send'] as CollectedSpan
    const attempt = byName['send email'] as CollectedSpan
    const handOver = byName['hand over'] as CollectedSpan
    expect([request.parentSpanId, attempt.parentSpanId]).toEqual([CALLER, request.spanId])
    const steps = spans.filter((span) => span !== request && span !== attempt)
    expect(new Set(steps.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([attempt.spanId]))
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
    expect(attributesOf(request)).toMatchObject({
      'http.route': '/v1/send',
      'http.response.status_code': '200',
    })
    expect(attributesOf(attempt)).toMatchObject({
      'lettermill.email_id': id,
      'lettermill.attempt': '1',
      'lettermill.status': 'sent',
    })
    expect(attributesOf(handOver)).toMatchObject({
      'lettermill.result': 'accepted',
      'lettermill.reply.code': '250',
    })
    expect(collector.requests[0]?.body).toContain('shop-mail')
    expect(JSON.stringify(spans)).not.toContain('ann@example.com')

    // A caller that records nothing gets no spans, and one without a trace gets a new one.
    const silent = 'c'.repeat(32)
    await send(node, 'silent@example.com', { traceparent: `00-${silent}-${CALLER}-00` })
    const own = await send(node, 'own@example.com')
    const { traceId } = (await ask(node, `GET /emails/${own}`)).json<{ traceId: string }>()
    await eventually(() =>
      expect(
        collected(traceId)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(names),
    )
    await eventually(() => expect(sink.emails).toHaveLength(3))
    expect((await node.stop()).code).toBe(0)
    expect(collected(silent)).toEqual([])
  })

  it.each<[string, typeof collector.answer]>([
    ['refuses', () => ({ status: 503 })],
    ['hangs', () => new Promise(() => undefined)],
  ])('sends email and stops while the collector %s', async (_what, answer) => {
    collector.answer = answer
    const node = await start()
    for (let n = 0; n < 20; n += 1) await send(node, `person${n}@example.com`)
    await eventually(() => expect(sink.emails).toHaveLength(20))
    await eventually(() => expect(collector.requests).not.toEqual([]))
    expect((await node.stop()).code).toBe(0)
  })
})
