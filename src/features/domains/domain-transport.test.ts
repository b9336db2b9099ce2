// With a real transport, reserved names never count as verified.
import { describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { buildDomain, checkDue, readDomain, recordFor, verify } from './fixtures/domain-steps.ts'

const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address, MAIL_TRANSPORT: 'smtp://relay.net:587' })

describe('with a transport that leaves the machine', () => {
  it('reserved names never count as verified, even if DNS has their records', async () => {
    const domain = await buildDomain(test, { domain: 'shop.test' })
    expect(domain).toMatchObject({ verified: false, status: 'PENDING', verifiedAt: null })
    dns.publish(domain.records)
    expect(await verify(test, domain.id)).toMatchObject({ verified: false, status: 'PENDING' })
    await checkDue(test)
    expect(await readDomain(test, domain.id)).toMatchObject({ verified: false, lastCheckedAt: null })
    const reply = await call(test, ['GET', '/domains'], { query: { verified: 'true' } })
    expect(reply.json()).toMatchObject({ domains: [], total: 0 })
  })

  it('records say what a relay and a server without a public name mean for them', async () => {
    const domain = await buildDomain(test)
    expect(recordFor(domain, 'return-path').value).toBe('localhost')
    expect(recordFor(domain, 'return-path').detail).toMatch(/PUBLIC_URL or MAIL_HOSTNAME/)
    expect(recordFor(domain, 'spf').detail).toMatch(/relay/)
    expect(recordFor(domain, 'dkim').detail).toBeNull()
  })
})
