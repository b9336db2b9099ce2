// The feedback URL of the server itself, in the API: for the owner of the installation alone.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../../test/support/delivery.ts'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { buildDomain, buildTransport } from '../../../../test/support/feature-steps.ts'
import { buildPerson, callAs } from '../../../../test/support/people.ts'
import type { Person } from '../../../../test/support/people.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const sink = useSmtpSink()
const test = useTestApp({
  MAIL_TRANSPORT: 'smtp://127.0.0.1:2525?provider=sparkpost',
  SEND_RATE_PER_SECOND: '0',
  ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
})
const inboxed = useTestApp({ MAIL_TRANSPORT: 'inbox:' })
const delivery = useDelivery(test)
let own: TestApp
let operator: Person

beforeEach(async () => {
  own = await inFreshProject(test)
  operator = await buildPerson(own, { role: 'owner', isOperator: true })
})

type Probe = { kind: string; emailId: string; to: string; state: string }
type Feedback = {
  url: string
  provider: string | null
  keys: string[]
  lastReportAt: string | null
  probes: Probe[]
}
type Call = Parameters<typeof callAs>[2]

const ask = (method: Call[0], path = '', body?: object) =>
  callAs(own, operator, [method, `/instance/feedback${path}`, body ? { body } : {}])

describe('the feedback URL of the server', () => {
  it('is shown, takes keys and is rotated, the same in every project', async () => {
    const first = (await ask('GET')).json<Feedback>()
    expect(first).toMatchObject({ provider: 'sparkpost', lastReportAt: null, probes: [] })
    expect(first.url).toMatch(/^http:\/\/localhost:\d+\/feedback\/sparkpost\/[\w-]{22}$/)
    const keyed = await ask('PATCH', '', { keys: { 'basic-auth': 'ada:secret' } })
    expect([keyed.json<Feedback>().keys, keyed.body.includes('secret')]).toEqual([['basic-auth'], false])
    own = await inFreshProject(test)
    operator = await buildPerson(own, { role: 'owner', isOperator: true })
    expect((await ask('GET')).json()).toEqual(keyed.json())
  })

  it('is replaced by another', async () => {
    const before = (await ask('GET')).json<Feedback>()
    const after = (await ask('POST', '/rotate', { graceSeconds: 0 })).json<Feedback>()
    expect(after.url).not.toBe(before.url)
    const { pathname } = new URL(before.url)
    expect((await call(test, ['POST', pathname], { key: null, body: [] })).statusCode).toBe(404)
    expect(fieldsOf(await ask('POST', '/rotate', { graceSeconds: -1 }))).toEqual({
      graceSeconds: 'too_small',
    })
  })

  it('is proven by email of a domain that leaves by the server', async () => {
    await ask('PATCH', '', { keys: { 'basic-auth': null } })
    const { domain } = await buildDomain(own)
    expect(fieldsOf(await ask('POST', '/prove', {}))).toEqual({ from: 'custom' })
    await sql`update domains set status = 'VERIFIED', verified_at = now() where domain = ${domain}`.execute(
      test.deps.database.db,
    )
    expect((await ask('POST', '/prove', {})).statusCode).toBe(200)
    await delivery.drain(relayTo(sink))
    const { url, probes } = (await ask('GET')).json<Feedback>()
    const [probe] = probes as [Probe]
    expect(probe).toMatchObject({ kind: 'delivered', state: 'accepted' })
    const event = {
      type: 'delivered',
      recipient: probe.to,
      messageId: `${probe.emailId}@${domain}`,
    }
    const path = new URL(url).pathname.replace('sparkpost', 'custom')
    await call(test, ['POST', path], { key: null, body: { events: [event] } })
    expect((await ask('GET')).json<Feedback>().probes).toMatchObject([{ state: 'reported' }])
  })

  it('is not proven by a project whose email leaves by its own transport', async () => {
    await buildTransport(own, { isDefault: true })
    const { domain } = await buildDomain(own)
    await sql`update domains set status = 'VERIFIED', verified_at = now() where domain = ${domain}`.execute(
      test.deps.database.db,
    )
    expect(fieldsOf(await ask('POST', '/prove', {}))).toEqual({ from: 'custom' })
  })

  it('is closed to the owner of a project, to keys and without a session', async () => {
    const owner = await buildPerson(own, { role: 'owner' })
    const refused = await callAs(own, owner, ['GET', '/instance/feedback'])
    expect([refused.statusCode, errorOf(refused).message]).toEqual([
      403,
      'Only the owner of this installation can use its feedback URL.',
    ])
    expect((await call(own, ['GET', '/instance/feedback'])).statusCode).toBe(403)
    expect((await call(own, ['GET', '/instance/feedback'], { key: null })).statusCode).toBe(401)
  })

  it('does not exist while emails stay on the server', async () => {
    const person = await buildPerson(inboxed, { role: 'owner', isOperator: true })
    const reply = await callAs(inboxed, person, ['GET', '/instance/feedback'])
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      404,
      'Emails stay on this server, so no provider reports about them.',
    ])
  })
})
