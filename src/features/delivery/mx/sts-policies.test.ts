// MTA-STS policies, read from a real server by HTTPS on this machine.
import tls from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { makeSelfSignedCertificate } from '../../../platform/email/smtp/server/self-signed.ts'
import { createStsPolicies } from './sts-policies.service.ts'

const DOMAIN = 'receiver.example'
const HOST = `mta-sts.${DOMAIN}`
const YEAR_MS = 365 * 86_400_000

const { certificate, key } = await makeSelfSignedCertificate(HOST, {
  from: new Date(Date.now() - YEAR_MS),
  until: new Date(Date.now() + YEAR_MS),
})
const trusted = tls.getCACertificates('default')
tls.setDefaultCACertificates([...trusted, certificate])
afterAll(() => tls.setDefaultCACertificates(trusted))

const dns = await useDnsServer()
const server = await useReceiver({ cert: certificate, key })
const test = useTestApp({ DNS_SERVERS: dns.address, ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })
/** As a worker that has just started: it remembers nothing itself. */
const find = (domain = DOMAIN) =>
  createStsPolicies({ ...test.deps, port: Number(new URL(server.url).port) })(domain)

const policyText = (mode: string) =>
  ['version: STSv1', `mode: ${mode}`, 'mx: *.receiver.example', 'max_age: 86400', ''].join('\r\n')
const ENFORCED = { mode: 'enforce', servers: ['*.receiver.example'], maxAgeSeconds: 86_400 }

beforeEach(async () => {
  dns.clear()
  dns.set(`_mta-sts.${DOMAIN}`, 'TXT', ['v=STSv1; id=1;'])
  dns.set(HOST, 'A', ['127.0.0.1'])
  server.answer = () => ({ status: 200, body: policyText('enforce') })
  await sql`truncate sts_policies`.execute(test.deps.database.db)
})

describe('the policy of a domain', () => {
  it('is read once, and stays known when it cannot be read any more', async () => {
    expect(await find()).toEqual(ENFORCED)
    expect(server.requests).toMatchObject([
      { path: '/.well-known/mta-sts.txt', headers: { host: expect.stringContaining(HOST) as string } },
    ])
    server.answer = () => ({ status: 500 })
    dns.remove(`_mta-sts.${DOMAIN}`)
    expect(await find()).toEqual(ENFORCED)
    dns.set(`_mta-sts.${DOMAIN}`, 'TXT', ['v=STSv1; id=2;'])
    expect(await find()).toEqual(ENFORCED)
    expect(server.requests).toHaveLength(2)
  })

  it('is read again when its id changes', async () => {
    await find()
    dns.set(`_mta-sts.${DOMAIN}`, 'TXT', ['v=STSv1; id=2;'])
    server.answer = () => ({ status: 200, body: policyText('testing') })
    expect(await find()).toMatchObject({ mode: 'testing' })
  })

  it('is none without its record, and nothing is asked for', async () => {
    dns.remove(`_mta-sts.${DOMAIN}`)
    expect(await find()).toBeUndefined()
    expect(server.requests).toHaveLength(0)
  })

  it.each([
    ['a redirect', { status: 301, headers: { location: `${'https'}://${HOST}/other` } }],
    ['a page that is no policy', { status: 200, body: '<html></html>' }],
    ['more than 64 kB', { status: 200, body: policyText('enforce') + 'x'.repeat(70_000) }],
  ])('is none after %s, and not asked for again at once', async (_, answer) => {
    server.answer = () => answer
    expect(await find()).toBeUndefined()
    expect(await find()).toBeUndefined()
    expect(server.requests).toHaveLength(1)
  })

  it('is none if the certificate is for another name', async () => {
    dns.set('_mta-sts.other.example', 'TXT', ['v=STSv1; id=1;'])
    dns.set('mta-sts.other.example', 'A', ['127.0.0.1'])
    expect(await find('other.example')).toBeUndefined()
    expect(server.requests).toHaveLength(0)
  })

  it('is not read from a private address', async () => {
    dns.set(HOST, 'A', ['10.0.0.1'])
    expect(await find()).toBeUndefined()
    expect(server.requests).toHaveLength(0)
  })
})
