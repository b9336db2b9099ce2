// Proving that reports arrive: real emails through a relay, the reports of providers about them, and no trace elsewhere.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../../../test/support/delivery.ts'
import { inFreshProject } from '../../../../../test/support/factories.ts'
import { buildDomain, buildTransport, useTransports } from '../../../../../test/support/feature-steps.ts'
import { buildPerson, callAs } from '../../../../../test/support/people.ts'
import { exhaustRateLimit } from '../../../../../test/support/rates.ts'
import { call, errorOf, fieldsOf } from '../../../../../test/support/requests.ts'
import { useSmtpSink } from '../../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import { PROVIDER_BODIES } from '../../../../platform/email/feedback/providers/fixtures/provider-bodies.ts'
import type { Provider } from '../../../../platform/email/feedback/providers/providers.values.ts'
import { createLinkTokens } from '../../../../platform/secrets/link-tokens.ts'
import { runDueWork } from '../../../../platform/work/work-loop.ts'
import { readEmail, readSuppressions, readTally, returnPathOf } from '../../fixtures/reports.ts'
import { signedBody, TEST_PROOFS } from '../fixtures/signed-requests.ts'
import { reportWork } from '../reports.work.ts'
import type { ProbeKind } from './probes.values.ts'

const [instance, relay] = [useSmtpSink(), useSmtpSink()]
const test = useTestApp({ SEND_RATE_PER_SECOND: '0', ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })
const delivery = useDelivery(test)
let own: TestApp
let skippedMs = 0
beforeEach(async () => {
  test.clock.advance(-skippedMs)
  skippedMs = 0
  own = await inFreshProject(test)
})

function skip(ms: number): void {
  test.clock.advance(ms)
  skippedMs += ms
}

type Probe = {
  kind: ProbeKind
  emailId: string
  to: string
  state: string
  sentAt: string
  reportedAt: string | null
  nextStep: string | null
}
type Feedback = { url: string; lastReportAt: string | null; probes: Probe[] }
type Set = { id: string; provider: Provider; domain: string }

/** A transport of a provider, with a verified domain that uses it and the keys of its webhooks. */
async function setUp(provider: Provider, { hasKeys = true } = {}): Promise<Set> {
  const transport = await buildTransport(own, { port: relay.port })
  const { id } = transport
  await call(own, ['PATCH', `/transports/${id}`], { body: { settings: { provider } } })
  const keys = provider in TEST_PROOFS && hasKeys ? TEST_PROOFS : {}
  await call(own, ['PATCH', `/transports/${id}/feedback`], { body: { keys } })
  const made = await buildDomain(own)
  await useTransports(own, { domainId: made.id, transports: [transport] })
  return { id, provider, domain: made.domain }
}

const prove = ({ id }: Pick<Set, 'id'>, body: object = {}) =>
  call(own, ['POST', `/transports/${id}/feedback/prove`], { body })

const read = async ({ id }: Pick<Set, 'id'>) =>
  (await call(own, ['GET', `/transports/${id}/feedback`])).json<Feedback>()

const SHAPES = { delivered: 'delivered', bounced: 'hard', complained: 'complained' } as const

/** Reports what the provider simulates, at the URL of the transport. */
async function report(of: Set, { emailId, to, kind }: Probe) {
  const body = PROVIDER_BODIES[of.provider][SHAPES[kind]]?.({
    recipient: to,
    reference: createLinkTokens(own.deps.secrets).make('report', { ids: [own.project.projectId, emailId] }),
    returnPath: returnPathOf(own, emailId, { domain: of.domain }),
    messageId: `${emailId}@${of.domain}`,
  })
  const { pathname } = new URL((await read(of)).url)
  const signed = signedBody(of.provider, body as object, test.clock.now())
  const reply = await call(test, ['POST', pathname], { key: null, ...signed })
  for (const kindOfWork of reportWork(test.deps)) await runDueWork(test.deps, kindOfWork)
  return reply
}

const statesOf = ({ probes }: Feedback) => Object.fromEntries(probes.map(({ kind, state }) => [kind, state]))
const stepsOf = ({ probes }: Feedback) => probes.map(({ nextStep }) => nextStep)

describe('POST /transports/{id}/feedback/prove', () => {
  it('sends to the simulators of the provider, and shows when each report came back', async () => {
    const of = await setUp('resend')
    const reply = await prove(of)
    expect([reply.statusCode, statesOf(reply.json<Feedback>())]).toEqual([
      200,
      { delivered: 'waiting', bounced: 'waiting', complained: 'waiting' },
    ])
    await delivery.drain(relayTo(instance))
    expect(relay.emails.flatMap(({ to }) => to).toSorted()).toEqual([
      'bounced@resend.dev',
      'complained@resend.dev',
      'delivered@resend.dev',
    ])
    expect(relay.emails[0]?.bytes.toString()).toContain(`From: feedback-test@${of.domain}`)
    const { probes } = await read(of)
    for (const probe of probes) {
      expect([probe.state, probe.reportedAt]).toEqual(['accepted', null])
      expect((await report(of, probe)).json()).toEqual({ events: 1, matched: 1 })
    }
    const done = await read(of)
    expect(statesOf(done)).toEqual({ delivered: 'reported', bounced: 'reported', complained: 'reported' })
    expect(done.probes.map(({ reportedAt }) => reportedAt)).not.toContain(null)
    expect(stepsOf(done)).toEqual([null, null, null])
  })

  it('leaves no trace in suppressions, contacts, counters and the health of the project', async () => {
    const of = await setUp('resend')
    const { probes } = (await prove(of)).json<Feedback>()
    await delivery.drain(relayTo(instance))
    for (const probe of probes) await report(of, probe)
    const statuses = await Promise.all(probes.map(({ emailId }) => readEmail(own, emailId)))
    expect(statuses).toMatchObject([
      { status: 'DELIVERED', source: 'PROBE', contactId: null },
      { status: 'BOUNCED', source: 'PROBE', contactId: null },
      { status: 'COMPLAINED', source: 'PROBE', contactId: null },
    ])
    expect(await readSuppressions(own)).toEqual([])
    expect(await readTally(own)).toEqual({})
    expect((await call(own, ['GET', '/contacts'])).json()).toMatchObject({ contacts: [] })
    const { rows } = await sql`select from counter_deltas where project_id = ${own.project.projectId}
      and counter = 'mail'`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })

  it('does not count a refusal of the relay either', async () => {
    const of = await setUp('resend')
    relay.script = { rcpt: '550 5.1.1 no such user' }
    await prove(of)
    await delivery.drain(relayTo(instance))
    const shown = await read(of)
    expect(statesOf(shown)).toEqual({ delivered: 'failed', bounced: 'failed', complained: 'failed' })
    expect(stepsOf(shown)[0]).toBe('The email was not sent: 550 5.1.1 no such user')
    expect(await readSuppressions(own)).toEqual([])
    expect(await readTally(own)).toEqual({})
  })

  it('sends to a person where nothing is simulated: the signed-in one, or the given address', async () => {
    const of = await setUp('mailgun')
    const owner = await buildPerson(own, { role: 'owner' })
    const bySession = await callAs(own, owner, ['POST', `/transports/${of.id}/feedback/prove`, { body: {} }])
    expect(bySession.json<Feedback>().probes).toMatchObject([{ kind: 'delivered', to: owner.email }])
    const byKey = await prove(of, { to: 'ada@example.com' })
    expect(byKey.json<Feedback>().probes).toMatchObject([{ kind: 'delivered', to: 'ada@example.com' }])
    await delivery.drain(relayTo(instance))
    const [probe] = (await read(of)).probes as [Probe]
    await report(of, probe)
    expect(statesOf(await read(of))).toEqual({ delivered: 'reported' })
    expect(fieldsOf(await prove(of))).toEqual({ to: 'required' })
  })

  it('proves the transport that is asked about, also if it is the second of its domain', async () => {
    const first = await buildTransport(own, { port: instance.port })
    const second = await buildTransport(own, { port: relay.port })
    const { id: domainId } = await buildDomain(own)
    await useTransports(own, { domainId, transports: [first, second] })
    await prove(second, { to: 'ada@example.com' })
    await delivery.drain(relayTo(instance))
    expect([instance.emails.length, relay.emails.length]).toEqual([0, 1])
    expect(statesOf(await read(second))).toEqual({ delivered: 'accepted' })
  })

  it('forgets the reports of the proof before it', async () => {
    const of = await setUp('resend')
    const [before] = (await prove(of)).json<Feedback>().probes as [Probe]
    await prove(of)
    await delivery.drain(relayTo(instance))
    await report(of, before)
    expect(statesOf(await read(of))['delivered']).toBe('accepted')
  })

  it('may be begun by several at once', async () => {
    const of = await setUp('resend')
    const replies = await Promise.all([prove(of), prove(of), prove(of)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await read(of)).probes).toHaveLength(3)
    await delivery.drain(relayTo(instance))
    expect(relay.emails).toHaveLength(9)
  })

  it('refuses a transport that no verified domain uses, and a sender at another domain', async () => {
    const unused = await buildTransport(own)
    await buildDomain(own)
    const reply = await prove(unused, { to: 'ada@example.com' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { from: 'custom' }])
    const of = await setUp('resend')
    expect(fieldsOf(await prove(of, { from: 'hello@example.org' }))).toEqual({ from: 'custom' })
    expect(fieldsOf(await prove(of, { from: 'nobody', to: 'x' }))).toEqual({
      from: 'invalid_string',
      to: 'invalid_string',
    })
    const sender = `hello@${of.domain}`
    expect((await prove(of, { from: sender })).statusCode).toBe(200)
    await delivery.drain(relayTo(instance))
    expect(relay.emails[0]?.bytes.toString()).toContain(`From: ${sender}`)
  })

  it('is limited per minute', async () => {
    const of = await setUp('resend')
    await exhaustRateLimit(test, `feedback-proof:${own.project.projectId}`)
    const reply = await prove(of)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  })
})

describe('a report that does not come', () => {
  it('leads to the URL if none comes at all', async () => {
    const of = await setUp('sparkpost')
    await prove(of)
    await delivery.drain(relayTo(instance))
    expect(stepsOf(await read(of))).toEqual([null])
    skip(61_000)
    expect(stepsOf(await read(of))[0]).toContain('paste the URL')
  })

  it('leads to the kinds of events if others come', async () => {
    const of = await setUp('resend')
    const [delivered] = (await prove(of)).json<Feedback>().probes as [Probe]
    await delivery.drain(relayTo(instance))
    await report(of, delivered)
    skip(61_000)
    expect(stepsOf(await read(of))).toEqual([
      null,
      'Reports arrive, but not this one: choose bounces at the provider as well.',
      'Reports arrive, but not this one: choose spam complaints at the provider as well.',
    ])
  })

  it('leads to the key if it is not set, or is wrong', async () => {
    const of = await setUp('resend', { hasKeys: false })
    const { probes } = (await prove(of)).json<Feedback>()
    await delivery.drain(relayTo(instance))
    expect(stepsOf(await read(of))[0]).toContain('Set the key "resend"')
    const wrong = `whsec_${Buffer.from('another secret').toString('base64')}`
    await call(own, ['PATCH', `/transports/${of.id}/feedback`], { body: { keys: { resend: wrong } } })
    expect((await report(of, probes[0] as Probe)).statusCode).toBe(403)
    expect(stepsOf(await read(of))[0]).toContain('A report was refused: ')
  })
})
