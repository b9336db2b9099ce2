// Accounts at SES as transports of a project.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { refuse, SES_KEY, useSesServer } from '../../../../test/support/servers/ses-server.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildSesTransport, buildTransport } from '../fixtures/transport-steps.ts'
import type { TransportAnswer } from '../fixtures/transport-steps.ts'

const ses = await useSesServer()
const dns = await useDnsServer()
dns.set('inside.example', 'A', ['10.0.0.1'])
const test = useTestApp({ DNS_SERVERS: dns.address, ALLOW_PRIVATE_HOSTS: '127.0.0.0/8,::1' })
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
  dns.set('vpce.shop.example', 'A', ['93.184.215.14'])
})

const SETTINGS = { region: 'eu-west-1', ...SES_KEY }
const post = (settings: object) =>
  call(own, ['POST', '/transports'], { body: { name: 'SES', type: 'ses', settings } })
const patch = (id: string, settings: object) =>
  call(own, ['PATCH', `/transports/${id}`], { body: { settings } })
const check = async ({ id }: { id: string }) =>
  (await call(own, ['POST', `/transports/${id}/test`])).json<{ ok: boolean; message: string }>()

describe('POST /transports with the type ses', () => {
  it('returns the account with its defaults, and never its secret key', async () => {
    const reply = await post(SETTINGS)
    expect(reply.statusCode).toBe(201)
    const transport = reply.json<TransportAnswer>()
    expect(transport).toMatchObject({
      type: 'ses',
      settings: {
        region: 'eu-west-1',
        accessKeyId: SES_KEY.accessKeyId,
        configurationSet: null,
        endpoint: null,
        sign: true,
      },
    })
    const shown = await call(own, ['GET', `/transports/${transport.id}`])
    const { rows } = await sql<{ text: string }>`
      select row_to_json(t)::text as text from transports as t where id = ${transport.id}`.execute(
      test.deps.database.db,
    )
    for (const text of [reply.body, shown.body, rows[0]?.text]) {
      expect(text).not.toContain(SES_KEY.secretAccessKey)
    }
  })

  it('stores the origin of an endpoint', async () => {
    const reply = await post({ ...SETTINGS, endpoint: 'https://VPCE.shop.example:443/' })
    expect(reply.json<TransportAnswer>().settings).toMatchObject({ endpoint: 'https://vpce.shop.example' })
  })

  it.each([
    [{ region: 'europe' }, 'settings.region'],
    [{ region: 'eu-west-1.evil.example' }, 'settings.region'],
    [{ region: '' }, 'settings.region'],
    [{ accessKeyId: 'with space' }, 'settings.accessKeyId'],
    [{ secretAccessKey: 'with space' }, 'settings.secretAccessKey'],
    [{ secretAccessKey: undefined }, 'settings.secretAccessKey'],
    [{ configurationSet: 'a b' }, 'settings.configurationSet'],
    [{ endpoint: 'vpce.shop.example' }, 'settings.endpoint'],
    [{ endpoint: 'http://vpce.shop.example' }, 'settings.endpoint'],
    [{ endpoint: 'https://vpce.shop.example/path' }, 'settings.endpoint'],
    [{ endpoint: 'https://user:pass@vpce.shop.example' }, 'settings.endpoint'],
    [{ endpoint: 'https://inside.example' }, 'settings.endpoint'],
    [{ endpoint: 'https://10.0.0.1' }, 'settings.endpoint'],
    [{ endpoint: 'https://0x0a000001' }, 'settings.endpoint'],
  ])('refuses the settings %j', async (settings, field) => {
    const reply = await post({ ...SETTINGS, ...settings })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
  })
})

describe('PATCH /transports/{id} of an account', () => {
  it('changes what is given, and removes what is null', async () => {
    const { id } = (await post({ ...SETTINGS, configurationSet: 'bulk' })).json<TransportAnswer>()
    expect((await patch(id, { sign: false })).json<TransportAnswer>().settings).toMatchObject({
      configurationSet: 'bulk',
      sign: false,
    })
    expect((await patch(id, { configurationSet: null })).json<TransportAnswer>().settings).toMatchObject({
      configurationSet: null,
      sign: false,
    })
  })

  it.each([
    [{ region: 'eu-central-1' }],
    [{ accessKeyId: 'AKOTHER' }],
    [{ endpoint: 'https://vpce.shop.example' }],
  ])('asks for the secret key again with %j', async (settings) => {
    const { id } = (await post(SETTINGS)).json<TransportAnswer>()
    const refused = await patch(id, settings)
    expect([refused.statusCode, Object.keys(fieldsOf(refused))]).toEqual([422, ['settings.secretAccessKey']])
    const accepted = await patch(id, { ...settings, secretAccessKey: 'again' })
    expect(accepted.json<TransportAnswer>().settings).toMatchObject(settings)
  })

  it('refuses a private endpoint', async () => {
    const { id } = (await post(SETTINGS)).json<TransportAnswer>()
    const reply = await patch(id, { endpoint: 'https://inside.example', secretAccessKey: 'again' })
    expect(fieldsOf(reply)).toEqual({ 'settings.endpoint': 'invalid_string' })
  })

  it('keeps the type: the fields of another one are refused', async () => {
    const { id } = (await post(SETTINGS)).json<TransportAnswer>()
    expect(fieldsOf(await patch(id, { host: 'smtp.example.com', port: 25 }))).toEqual({
      'settings.host': 'custom',
      'settings.port': 'custom',
    })
    const relay = await buildTransport(own)
    expect(fieldsOf(await patch(relay.id, { region: 'eu-west-1' }))).toEqual({ 'settings.region': 'custom' })
  })
})

describe('POST /transports/{id}/test of an account', () => {
  it('says what the account may send, without sending anything', async () => {
    ses.quota = { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 12 }
    expect(await check(await buildSesTransport(own, { server: ses }))).toEqual({
      ok: true,
      message: 'SES accepts the access key: at most 14 emails per second, 12 of 50000 in 24 hours are used.',
      reply: null,
    })
    expect(ses.requests).toBe(0)
  })

  it('names the sandbox, and an account without a daily quota', async () => {
    const transport = await buildSesTransport(own, { server: ses })
    ses.isInSandbox = true
    expect(await check(transport)).toMatchObject({
      ok: true,
      message: expect.stringContaining('The account is in the sandbox') as unknown,
    })
    ses.quota = { ...ses.quota, Max24HourSend: -1 }
    expect((await check(transport)).message).toContain('without a daily quota')
  })

  it('says that sending is paused, and that the quota is used up', async () => {
    const transport = await buildSesTransport(own, { server: ses })
    ses.quota = { Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 200 }
    expect(await check(transport)).toEqual({
      ok: false,
      message: 'The SES account has used up its quota: 200 of 200 emails in 24 hours.',
      reply: null,
    })
    ses.isSendingEnabled = false
    expect(await check(transport)).toEqual({
      ok: false,
      message: 'Sending is paused for the SES account in this region.',
      reply: null,
    })
  })

  it('says that the key is refused, in the words of SES', async () => {
    const settings = { secretAccessKey: 'wrong' }
    expect(await check(await buildSesTransport(own, { server: ses, settings }))).toEqual({
      ok: false,
      message: 'SES does not accept the access key of the transport.',
      reply: 'InvalidSignatureException: The request signature does not match.',
    })
  })

  it.each([
    ['AccessDeniedException', 'User is not authorized', /^The access key is not allowed to read the account/],
    ['InvalidSignatureException', 'Signature expired: now', /^The clock of this server is wrong/],
    ['TooManyRequestsException', 'Rate exceeded', /^SES is asked too often/],
    ['InternalFailure', 'Oops', /^SES does not show the account/],
  ])('explains %s', async (name, words, message) => {
    ses.account = () => refuse(400, name, words)
    expect(await check(await buildSesTransport(own, { server: ses }))).toEqual({
      ok: false,
      message: expect.stringMatching(message) as unknown,
      reply: `${name}: ${words}`,
    })
  })

  it('shows nothing of a server that is not SES', async () => {
    const server = createServer((_, response) => {
      response.writeHead(403).end('{"message":"secret inside"}')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await check(await buildSesTransport(own, { server: { url } }))).toEqual({
      ok: false,
      message: 'This is not an answer of SES; check `endpoint` of the transport.',
      reply: null,
    })
  })

  it('says that the endpoint cannot be reached', async () => {
    const server = { url: 'http://127.0.0.1:1' }
    expect(await check(await buildSesTransport(own, { server }))).toEqual({
      ok: false,
      message: 'Nothing accepts connections at 127.0.0.1:1.',
      reply: null,
    })
  })

  it('connects to the addresses that were checked, by name too', async () => {
    const server = { url: ses.url.replace('127.0.0.1', 'localhost') }
    expect(await check(await buildSesTransport(own, { server }))).toMatchObject({ ok: true })
    expect(ses.accountRequests).toBe(1)
  })

  it('checks the endpoint again: it may lead elsewhere by now', async () => {
    const transport = await buildSesTransport(own, { server: { url: 'https://vpce.shop.example' } })
    dns.set('vpce.shop.example', 'A', ['10.0.0.1'])
    expect(await check(transport)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Vpce\.shop\.example leads to a private address/) as unknown,
    })
    dns.set('vpce.shop.example', 'A', [])
    expect((await check(transport)).message).toContain('does not exist in DNS')
  })
})

it('has the feedback URL of SES', async () => {
  const { id } = await buildSesTransport(own, { server: ses })
  const reply = await call(own, ['GET', `/transports/${id}/feedback`])
  expect(reply.json()).toMatchObject({
    provider: 'ses',
    url: expect.stringContaining('/feedback/ses/') as unknown,
  })
})
