// Relays with limits: on connections, on the rate, and times in which they accept nothing at all.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { countByAttempts, makeEmailsToDomains } from '../../../test/support/emails.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'

// The rest after a temporary failure of the transport.
const REST_MS = 2_000

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
let skippedMs = 0
beforeEach(async () => {
  test.clock.advance(-skippedMs)
  skippedMs = 0
  await sql`truncate email_queue, emails`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

/** The number of emails by status and reason, from GET /emails. */
async function listReasons(): Promise<Record<string, number>> {
  const reply = await call(own, ['GET', '/emails'], { query: { limit: '100' } })
  const { emails } = reply.json<{ emails: { status: string; reason: string | null }[] }>()
  return Object.fromEntries(
    [...Map.groupBy(emails, ({ status, reason }) => `${status}: ${reason}`)].map(([key, all]) => [
      key,
      all.length,
    ]),
  )
}

/** Ends the rest of the transport: the waiting emails are due. */
async function endRest(): Promise<void> {
  test.clock.advance(REST_MS)
  skippedMs += REST_MS
  await sql`update email_queue set run_at = clock_timestamp() where status = 'DEFERRED'`.execute(
    test.deps.database.db,
  )
}

const isAnySending = (counts: Record<string, number>) =>
  Object.keys(counts).some((key) => key.startsWith('SENDING'))

const refuseConnections = () => {
  sink.script = { greeting: { pieces: ['421 4.3.2 Service not available\r\n'], drop: true } }
}

describe('a relay that allows one connection', () => {
  it('gets every email at its first attempt, and the metrics show how many connections it allows', async () => {
    const most = 1
    sink.script = {
      greeting: () =>
        sink.open.size > most
          ? { pieces: ['421 4.7.0 Error: too many connections from 127.0.0.1\r\n'], drop: true }
          : undefined,
    }
    const metrics = createMetrics()
    await makeEmailsToDomains(own, 150)
    await delivery.start(relayTo(sink), { metrics })
    await eventually(async () => expect(await countByAttempts(test)).toEqual({ 'SENT 1': 150 }))
    expect(sink.emails).toHaveLength(150)
    expect(await metrics.render()).toContain('lettermill_connections{state="allowed"} 1\n')
  })
})

describe('a relay with a rate limit', () => {
  const ALLOWED = 10

  it('gets as many emails as it accepts, and no email uses up an attempt or is deferred for minutes', async () => {
    let left = ALLOWED
    sink.script = {
      mail() {
        left -= 1
        return left < 0 ? '450 4.7.1 Error: too much mail from 127.0.0.1' : undefined
      },
    }
    await makeEmailsToDomains(own, 4 * ALLOWED)
    await delivery.start(relayTo(sink))
    await eventually(async () => {
      const counts = await countByAttempts(test)
      if (left < 0 && !isAnySending(counts)) {
        left = ALLOWED
        await endRest()
      }
      expect(counts).toEqual({ 'SENT 1': 4 * ALLOWED })
    })
    expect(sink.emails).toHaveLength(4 * ALLOWED)
  })
})

describe('a relay that refuses connections for a while', () => {
  const REASON = 'the relay accepts no more email for now: 421 4.3.2 Service not available'

  it('gets all email when it is back; meanwhile each email, the metrics and GET /health show the problem', async () => {
    const metrics = createMetrics()
    refuseConnections()
    await makeEmailsToDomains(own, 60)
    await delivery.start(relayTo(sink), { metrics })
    // Emails on the wire got the answer themselves; the others wait in the queue.
    await eventually(async () => {
      const reasons = await listReasons()
      expect(Object.keys(reasons).every((key) => key.endsWith(`: ${REASON}`))).toBe(true)
      expect(reasons[`QUEUED: ${REASON}`] ?? 0).toBeGreaterThan(0)
    })
    expect((await call(own, ['GET', '/health'])).json()).toMatchObject({
      status: 'ok',
      warnings: [expect.stringContaining('email waits') as string],
    })
    expect(await metrics.render()).not.toMatch(/lettermill_transport_trouble_seconds\S* 0\n/)
    const tries = sink.connections
    sink.script = {}
    await endRest()
    await eventually(async () => expect(await countByAttempts(test)).toEqual({ 'SENT 1': 60 }))
    // One try per rest, not one per email.
    expect(tries).toBeLessThan(60)
    expect(await metrics.render()).toMatch(/lettermill_transport_trouble_seconds\S* 0\n/)
    expect((await call(own, ['GET', '/health'])).json()).not.toHaveProperty('warnings')
    expect(await listReasons()).toEqual({ 'SENT: null': 60 })
  })

  it('appears once in the history of an email, however often it is tried', async () => {
    refuseConnections()
    const id = await makeEmail(own)
    await delivery.start(relayTo(sink))
    for (let tries = 1; tries <= 3; tries += 1) {
      await eventually(async () => {
        expect(sink.connections).toBeGreaterThanOrEqual(tries)
        expect(isAnySending(await countByAttempts(test))).toBe(false)
      })
      await endRest()
    }
    const { events } = (await call(own, ['GET', `/emails/${id}`])).json<{ events: { type: string }[] }>()
    expect(events.map(({ type }) => type)).toEqual(['queued', 'deferred'])
  })

  it('leaves no trouble behind when the engine stops', async () => {
    refuseConnections()
    await makeEmail(own)
    const engine = await delivery.start(relayTo(sink))
    await eventually(async () => expect(Object.keys(await listReasons())[0]).toContain(REASON))
    await engine.stop()
    const { rows } = await sql`select from transport_troubles`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })
})

describe('a relay that refuses us', () => {
  it.each([
    ['MAIL FROM', { mail: '554 5.7.1 Access denied' }],
    ['the greeting', { greeting: '554 5.7.1 Access denied' }],
  ])('at %s: email waits, and nobody is suppressed', async (_stage, script) => {
    sink.script = script
    await makeEmailsToDomains(own, 20)
    await delivery.start(relayTo(sink))
    const reason =
      'the relay refuses email from this server; ask its operator to allow it: 554 5.7.1 Access denied'
    await eventually(async () =>
      expect(Object.keys(await listReasons()).every((key) => key.endsWith(reason))).toBe(true),
    )
    // None of them was an attempt.
    await eventually(async () =>
      expect(
        Object.keys(await countByAttempts(test)).every((key) => /^(?:QUEUED|DEFERRED) 0$/.test(key)),
      ).toBe(true),
    )
    expect((await call(own, ['GET', '/suppressions'])).json()).toMatchObject({ suppressions: [] })
  })

  it('at RCPT, for ten domains in a row: nothing bounces, and later email waits for the relay', async () => {
    sink.script = { rcpt: '554 5.7.1 Relay access denied' }
    await makeEmailsToDomains(own, 40)
    await delivery.start(relayTo(sink))
    await eventually(async () =>
      expect(Object.keys(await listReasons()).some((key) => key.includes('ask its operator'))).toBe(true),
    )
    const statuses = await countByAttempts(test)
    expect(Object.keys(statuses).every((key) => /^(?:QUEUED|DEFERRED|SENDING) [01]$/.test(key))).toBe(true)
    expect(sink.emails).toEqual([])
  })

  it('because of the password: the reason says so', async () => {
    sink.script = { mail: '535 5.7.8 no' }
    const real = await makeEmail(own)
    await delivery.start(relayTo(sink))
    await eventually(async () =>
      expect((await call(own, ['GET', `/emails/${real}`])).json()).toMatchObject({ status: 'DEFERRED' }),
    )
    expect((await call(own, ['GET', `/emails/${real}`])).json<{ reason: string }>().reason).toMatch(
      /^the relay does not accept the user name and password of MAIL_TRANSPORT: 535/,
    )
  })
})
