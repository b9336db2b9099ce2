// Own delivery as a transport of a project.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildMxTransport, buildTransport } from '../fixtures/transport-steps.ts'
import type { TransportAnswer } from '../fixtures/transport-steps.ts'

const sink = useSmtpSink()
const dns = await useDnsServer()
const SETTINGS = {
  DNS_SERVERS: dns.address,
  ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
  MAIL_HOSTNAME: 'us.example',
}
const test = useTestApp({ ...SETTINGS, ALLOW_PROJECT_MX: 'true' })
const strict = useTestApp(SETTINGS)

const OUR = '8.8.4.4'
const REVERSE = '4.4.8.8.in-addr.arpa'

let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
  dns.clear()
  dns.set('gmail.com', 'MX', [{ exchange: 'mx.gmail.example', priority: 5 }])
  dns.set('mx.gmail.example', 'A', ['127.0.0.1'])
  dns.set('us.example', 'A', [OUR])
  dns.set(REVERSE, 'PTR', ['us.example'])
})

const bodyOf = (settings: object) => ({ name: 'Own', type: 'mx', settings })
const post = (settings: object) => call(own, ['POST', '/transports'], { body: bodyOf(settings) })
const patch = (id: string, settings: object) =>
  call(own, ['PATCH', `/transports/${id}`], { body: { settings } })

const DEFAULTS = { port: 25, localAddresses: [], warmUp: false, limits: {} }

describe('POST /transports with the type mx', () => {
  it('returns the transport with its defaults', async () => {
    for (const settings of [{}, { port: null, localAddresses: null, warmUp: null, limits: null }]) {
      own = await inFreshProject(test)
      const reply = await post(settings)
      expect(reply.statusCode).toBe(201)
      const transport = reply.json<TransportAnswer>()
      expect(transport).toMatchObject({ name: 'Own', type: 'mx', state: { status: 'working' } })
      expect(transport.settings).toEqual(DEFAULTS)
      expect((await call(own, ['GET', `/transports/${transport.id}`])).json()).toEqual(transport)
    }
  })

  it('stores its addresses, the warm-up and the limits that are given', async () => {
    const settings = {
      port: 2525,
      localAddresses: ['192.0.2.1', '2001:db8::1'],
      warmUp: true,
      limits: { google: { connections: 5, perMinute: 600 }, others: { perMinute: 30 } },
    }
    expect((await post(settings)).json<TransportAnswer>().settings).toEqual(settings)
  })

  it.each([
    [{ port: 0 }, 'settings.port'],
    [{ port: 65_536 }, 'settings.port'],
    [{ port: '25' }, 'settings.port'],
    [{ warmUp: 'yes' }, 'settings.warmUp'],
    [{ localAddresses: '192.0.2.1' }, 'settings.localAddresses'],
    [{ localAddresses: ['us.example'] }, 'settings.localAddresses'],
    [{ localAddresses: ['192.0.2.1/24'] }, 'settings.localAddresses'],
    [{ localAddresses: [''] }, 'settings.localAddresses.0'],
    [{ localAddresses: ['192.0.2.1', '1'.repeat(46)] }, 'settings.localAddresses.1'],
    [{ localAddresses: Array.from({ length: 51 }, (_, n) => `192.0.2.${n}`) }, 'settings.localAddresses'],
    [{ limits: { nobody: { connections: 1 } } }, 'settings.limits'],
    [{ limits: { google: { connections: 0 } } }, 'settings.limits.google.connections'],
    [{ limits: { google: { perMinute: 1.5 } } }, 'settings.limits.google.perMinute'],
    [{ limits: { others: { perMinute: 1_000_001 } } }, 'settings.limits.others.perMinute'],
  ])('refuses the settings %j', async (settings, field) => {
    const reply = await post(settings)
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
  })

  it('is refused unless the operator allows it', async () => {
    const reply = await call(strict, ['POST', '/transports'], { body: bodyOf({}) })
    expect([reply.statusCode, errorOf(reply)]).toMatchObject([
      403,
      { code: 'FORBIDDEN', message: 'This server does not deliver to mail servers for projects.' },
    ])
    const { total } = (await call(strict, ['GET', '/transports'])).json<{ total: number }>()
    expect(total).toBe(0)
  })

  it('needs a key with full access', async () => {
    const statusOf = async (key: string | null) =>
      (await call(own, ['POST', '/transports'], { body: bodyOf({}), key })).statusCode
    expect(await statusOf(null)).toBe(401)
    expect(await statusOf(own.project.publicKey)).toBe(403)
    expect(await statusOf(await buildKey(own, { scopes: ['read', 'send'] }))).toBe(403)
  })
})

describe('PATCH /transports/{id} of own delivery', () => {
  it('changes what is given, and replaces all limits', async () => {
    const before = { localAddresses: ['192.0.2.1'], limits: { google: { connections: 5 } } }
    const { id } = await buildMxTransport(own, { settings: before })
    expect((await patch(id, { warmUp: true })).json<TransportAnswer>().settings).toEqual({
      ...DEFAULTS,
      ...before,
      warmUp: true,
    })
    const limits = { yahoo: { perMinute: 60 } }
    const after = (await patch(id, { limits, localAddresses: [] })).json<TransportAnswer>()
    expect(after.settings).toEqual({ ...DEFAULTS, warmUp: true, limits })
    expect((await call(own, ['GET', `/transports/${id}`])).json()).toEqual(after)
  })

  it.each([
    [{ localAddresses: ['us.example'] }, 'settings.localAddresses'],
    [{ port: null }, 'settings.port'],
    [{ limits: { google: { connections: -1 } } }, 'settings.limits.google.connections'],
    [{ host: 'smtp.example.com' }, 'settings.host'],
    [{ region: 'eu-west-1' }, 'settings.region'],
    [{ sign: false }, 'settings.sign'],
  ])('refuses the settings %j, and changes nothing', async (settings, field) => {
    const { id } = await buildMxTransport(own)
    const reply = await patch(id, { warmUp: true, ...settings })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
    const shown = (await call(own, ['GET', `/transports/${id}`])).json<TransportAnswer>()
    expect(shown.settings).toEqual(DEFAULTS)
  })

  it('refuses its fields for other types', async () => {
    const { id } = await buildTransport(own)
    const reply = await patch(id, { warmUp: true, localAddresses: [] })
    expect([reply.statusCode, Object.keys(fieldsOf(reply)).toSorted()]).toEqual([
      422,
      ['settings.localAddresses', 'settings.warmUp'],
    ])
  })

  it("does not find another project's transport", async () => {
    const { id } = await buildMxTransport(own)
    const reply = await call(own, ['PATCH', `/transports/${id}`], {
      body: { settings: { warmUp: true } },
      key: test.other.secretKey,
    })
    expect(reply.statusCode).toBe(404)
  })
})

describe('POST /transports/{id}/test of own delivery', () => {
  const check = async (settings: object) => {
    const { id } = await buildMxTransport(own, { settings: { port: sink.port, ...settings } })
    return (await call(own, ['POST', `/transports/${id}/test`])).json<{ ok: boolean; message: string }>()
  }

  it('finds that the names fit and that mail servers can be reached, and sends nothing', async () => {
    expect(await check({})).toEqual({
      ok: true,
      message: 'us.example and its addresses fit, and mail servers can be reached.',
      reply: null,
    })
    expect(sink.commands).toContain('EHLO us.example')
    expect(sink.emails).toEqual([])
  })

  it('names what does not fit', async () => {
    dns.remove(REVERSE)
    const { ok, message } = await check({})
    expect(ok).toBe(false)
    expect(message).toMatch(/^8\.8\.4\.4 has no name in DNS \(PTR\)/)
  })

  it('names every problem, such as a port that is blocked', async () => {
    dns.remove('us.example')
    const { ok, message } = await check({ port: 9 })
    expect(ok).toBe(false)
    expect(message).toMatch(/^us\.example, the name of this server, has no address in DNS\. .*Port 9 of mx/)
  })

  it('shows the reply of a receiver that refuses this server', async () => {
    sink.script = { greeting: '554 5.7.1 not you' }
    expect(await check({})).toEqual({
      ok: false,
      message: 'mx.gmail.example refuses connections from this server.',
      reply: '554 5.7.1 not you',
    })
  })

  it('never connects to a private address', async () => {
    dns.set('mx.gmail.example', 'A', ['10.0.0.1'])
    const { ok, message } = await check({})
    expect(ok).toBe(false)
    expect(message).toContain('private address')
  })

  it('says that the operator does not allow it any more', async () => {
    const { id } = await buildTransport(strict)
    await sql`update transports set type = 'mx', settings = ${JSON.stringify(DEFAULTS)}::jsonb where id = ${id}`.execute(
      strict.deps.database.db,
    )
    expect((await call(strict, ['POST', `/transports/${id}/test`])).json()).toEqual({
      ok: false,
      message: 'This server does not deliver to mail servers for projects.',
      reply: null,
    })
  })
})
