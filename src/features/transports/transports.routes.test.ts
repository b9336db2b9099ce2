import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildDomain } from '../../../test/support/feature-steps.ts'
import { inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildTransport, useTransports } from './fixtures/transport-steps.ts'
import type { TransportAnswer } from './fixtures/transport-steps.ts'

const dns = await useDnsServer()
dns.set('smtp.shop.example', 'A', ['93.184.215.14'])
dns.set('inside.example', 'A', ['10.0.0.1'])
const sink = useSmtpSink()
const test = useTestApp({ DNS_SERVERS: dns.address, ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const SETTINGS = { host: 'smtp.shop.example', user: 'shop', password: 'open sesame' }
const CREATE = { name: 'Relay', type: 'smtp', settings: SETTINGS }
const post = (body: unknown) => call(own, ['POST', '/transports'], { body })
const patch = (id: string, body: unknown) => call(own, ['PATCH', `/transports/${id}`], { body })

describe('POST /transports', () => {
  it('returns the transport with its defaults, and never its password', async () => {
    const reply = await post(CREATE)
    expect(reply.statusCode).toBe(201)
    expect(reply.body).not.toContain('sesame')
    const transport = reply.json<TransportAnswer>()
    expect(transport).toMatchObject({
      name: 'Relay',
      type: 'smtp',
      settings: {
        host: 'smtp.shop.example',
        port: 587,
        tls: 'required',
        user: 'shop',
        hasPassword: true,
        verifyCertificate: true,
        sign: true,
        provider: null,
      },
      ratePerSecond: 14,
      maxConnections: 10,
      isDefault: false,
      domains: [],
      state: { status: 'working', lastError: null, since: null },
    })
    expect((await call(own, ['GET', `/transports/${transport.id}`])).json()).toEqual(transport)
    expect((await call(own, ['GET', '/transports'])).json()).toMatchObject({
      transports: [transport],
      total: 1,
    })
    const { rows } = await sql<{ text: string }>`
      select row_to_json(t)::text as text from transports as t where id = ${transport.id}`.execute(
      test.deps.database.db,
    )
    expect(rows[0]?.text).not.toContain('sesame')
  })

  it.each([
    [{ port: 465 }, { port: 465, tls: 'implicit' }],
    [{ tls: 'implicit' }, { port: 465, tls: 'implicit' }],
    [{ host: 'SMTP.Shop.Example.' }, { host: 'smtp.shop.example' }],
    [{ port: 2525 }, { port: 2525, tls: 'required' }],
  ])('completes the settings %j', async (settings, expected) => {
    const reply = await post({ ...CREATE, settings: { ...SETTINGS, ...settings } })
    expect(reply.json<TransportAnswer>().settings).toMatchObject(expected)
  })

  it.each([
    [{ host: 'inside.example' }, 'settings.host'],
    [{ host: '10.0.0.1' }, 'settings.host'],
    [{ host: '[::ffff:10.0.0.1]' }, 'settings.host'],
    [{ host: '::ffff:10.0.0.1' }, 'settings.host'],
    [{ host: '0x0a000001' }, 'settings.host'],
    [{ host: 'smtp.shop.example:25' }, 'settings.host'],
    [{ host: 'smtp://smtp.shop.example' }, 'settings.host'],
    [{ host: 'user@smtp.shop.example' }, 'settings.host'],
    [{ host: 'a b' }, 'settings.host'],
    [{ host: '' }, 'settings.host'],
    [{ port: 0 }, 'settings.port'],
    [{ port: 65_536 }, 'settings.port'],
    [{ tls: 'none' }, 'settings.tls'],
    [{ tls: 'opportunistic' }, 'settings.tls'],
    [{ password: null }, 'settings.password'],
    [{ user: null }, 'settings.user'],
    [{ user: 'a\r\nRCPT' }, 'settings.user'],
    [{ provider: 'nobody' }, 'settings.provider'],
  ])('refuses the settings %j', async (settings, field) => {
    const reply = await post({ ...CREATE, settings: { ...SETTINGS, ...settings } })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))).toEqual([field])
  })

  it.each([
    [{ ...CREATE, name: '' }, ['name']],
    [{ ...CREATE, type: 'pigeon' }, ['type']],
    [{ ...CREATE, ratePerSecond: -1, maxConnections: 0 }, ['ratePerSecond', 'maxConnections']],
    [{}, ['type']],
    [{ type: 'smtp' }, ['name', 'settings']],
  ])('refuses %j', async (body, fields) => {
    const reply = await post(body)
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply)).toSorted()).toEqual(fields.toSorted())
  })

  it('refuses a second one of the same name, and the 21st', async () => {
    for (let n = 0; n < 20; n += 1) await buildTransport(own, { name: `Relay ${n}` })
    expect((await post({ ...CREATE, name: 'Relay 3' })).statusCode).toBe(400)
    await call(own, ['DELETE', `/transports/${(await list())[0]?.id}`])
    expect((await post({ ...CREATE, name: 'Relay 3' })).statusCode).toBe(409)
  })

  it('replaces the default, which is one at most', async () => {
    const first = await buildTransport(own, { isDefault: true })
    const second = await buildTransport(own, { isDefault: true })
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
  })

  it('needs a key with full access', async () => {
    expect((await call(own, ['POST', '/transports'], { body: CREATE, key: null })).statusCode).toBe(401)
    const { publicKey } = own.project
    expect((await call(own, ['POST', '/transports'], { body: CREATE, key: publicKey })).statusCode).toBe(403)
  })
})

const list = async () =>
  (await call(own, ['GET', '/transports'], { query: { limit: '100' } })).json<{
    transports: (TransportAnswer & { isDefault: boolean })[]
  }>().transports

describe('PATCH /transports/{id}', () => {
  it('changes what is given', async () => {
    const { id } = (await post(CREATE)).json<TransportAnswer>()
    const reply = await patch(id, { name: 'Other', ratePerSecond: 3, settings: { sign: false } })
    expect(reply.json()).toMatchObject({
      name: 'Other',
      ratePerSecond: 3,
      settings: { host: 'smtp.shop.example', sign: false, hasPassword: true },
    })
  })

  it.each([
    [{ host: 'evil.example' }],
    [{ port: 25 }],
    [{ user: 'mallory' }],
    [{ tls: 'implicit' }],
    [{ verifyCertificate: false }],
  ])('asks for the password again with %j', async (settings) => {
    const { id } = (await post(CREATE)).json<TransportAnswer>()
    const refused = await patch(id, { settings })
    expect([refused.statusCode, Object.keys(fieldsOf(refused))]).toEqual([422, ['settings.password']])
    const accepted = await patch(id, { settings: { ...settings, password: 'again' } })
    expect(accepted.json<TransportAnswer>().settings).toMatchObject({ ...settings, hasPassword: true })
  })

  it('forgets the password with its user', async () => {
    const { id } = (await post(CREATE)).json<TransportAnswer>()
    const reply = await patch(id, { settings: { user: null } })
    expect(reply.json<TransportAnswer>().settings).toMatchObject({ user: null, hasPassword: false })
  })

  it('refuses a private host', async () => {
    const { id } = await buildTransport(own)
    expect(fieldsOf(await patch(id, { settings: { host: 'inside.example' } }))).toEqual({
      'settings.host': 'invalid_string',
    })
  })
})

describe('DELETE /transports/{id}', () => {
  it('deletes it', async () => {
    const { id } = await buildTransport(own)
    expect((await call(own, ['DELETE', `/transports/${id}`])).statusCode).toBe(204)
    expect((await call(own, ['GET', `/transports/${id}`])).statusCode).toBe(404)
  })

  it('is refused while a domain names it or email waits for it', async () => {
    const transport = await buildTransport(own)
    const { id: domainId, domain } = await buildDomain(own)
    await useTransports(own, { domainId, transports: [transport] })
    const named = await call(own, ['DELETE', `/transports/${transport.id}`])
    expect([named.statusCode, errorOf(named).code]).toEqual([409, 'RESOURCE_IN_USE'])
    expect(errorOf(named).message).toContain(domain)
    await call(own, ['PATCH', `/domains/${domainId}`], { body: { transports: [] } })
    const email = await makeEmail(own)
    await sql`update email_queue set route_id = (select route_id from transports where id = ${transport.id})
      where email_id = ${email}`.execute(test.deps.database.db)
    expect((await call(own, ['DELETE', `/transports/${transport.id}`])).statusCode).toBe(409)
    await sql`delete from email_queue where email_id = ${email}`.execute(test.deps.database.db)
    expect((await call(own, ['DELETE', `/transports/${transport.id}`])).statusCode).toBe(204)
  })
})

describe('POST /transports/{id}/test', () => {
  const check = async (id: string) => (await call(own, ['POST', `/transports/${id}/test`])).json<object>()

  it('connects without sending anything', async () => {
    const { id } = await buildTransport(own, { port: sink.port })
    expect(await check(id)).toEqual({
      ok: true,
      message: 'The server accepts the connection and the sign-in.',
      reply: null,
    })
    expect(sink.commands.some((command) => command.startsWith('MAIL'))).toBe(false)
  })

  it('says what the server refuses, in its words', async () => {
    sink.script = { greeting: '554 5.7.1 go away' }
    const { id } = await buildTransport(own, { port: sink.port })
    expect(await check(id)).toMatchObject({ ok: false, reply: '554 5.7.1 go away' })
  })

  it('says that nothing listens, and that encryption is missing', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    const closed = await buildTransport(own, { port })
    expect(await check(closed.id)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Nothing accepts connections .* the port in the transport/) as unknown,
      reply: null,
    })
    const open = await buildTransport(own, { port: sink.port })
    await patch(open.id, { settings: { tls: 'required' } })
    expect(await check(open.id)).toMatchObject({
      ok: false,
      message: expect.stringContaining('offers no encryption') as unknown,
    })
  })

  it('shows nothing of a server that does not speak SMTP', async () => {
    const server = createServer((socket) => void socket.end('HTTP/1.1 200 secret inside\r\n\r\n')).listen(0)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { id } = await buildTransport(own, { port: (server.address() as AddressInfo).port })
    const answer = await check(id)
    expect(answer).toMatchObject({ ok: false, reply: null })
    expect(JSON.stringify(answer)).not.toContain('secret inside')
  })

  it('is refused after ten times in a minute', async () => {
    const { id } = await buildTransport(own, { port: sink.port })
    const replies = []
    for (let n = 0; n < 11; n += 1) replies.push(await call(own, ['POST', `/transports/${id}/test`]))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(200), 429])
  })
})
