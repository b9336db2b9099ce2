// Domains whose email leaves through providers with a return path of their own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { buildSesTransport, buildTransport } from '../../../test/support/feature-steps.ts'
import type { TransportAnswer } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildDomain, checkDue, readDomain, recordFor, verify } from './fixtures/domain-steps.ts'
import type { DomainAnswer } from './fixtures/domain-steps.ts'

const HOUR_MS = 3_600_000
const dns = await useDnsServer()
const test = useTestApp({
  DNS_SERVERS: dns.address,
  PUBLIC_URL: 'https://app.host.net',
  ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
})
let own: TestApp
let skippedMs = 0
beforeEach(async () => {
  own = await inFreshProject(test)
})
afterEach(() => {
  test.clock.advance(-skippedMs)
  skippedMs = 0
})

/** The next scheduled check happens after each of these times. */
async function hours(...counts: number[]): Promise<void> {
  for (const count of counts) {
    test.clock.advance(count * HOUR_MS)
    skippedMs += count * HOUR_MS
    await checkDue(test)
  }
}

/** Three failures in a row cause a warning, and the first failure after 72 more hours ends a domain. */
const LONG = [1, 1, 1, 1, 100, 1]

async function sendBy({ id }: DomainAnswer, ...transports: TransportAnswer[]): Promise<DomainAnswer> {
  const body = { transports: transports.map((one) => one.id) }
  return (await call(own, ['PATCH', `/domains/${id}`], { body })).json<DomainAnswer>()
}

async function buildProvider(provider: string): Promise<TransportAnswer> {
  const { id } = await buildTransport(own)
  const reply = await call(own, ['PATCH', `/transports/${id}`], { body: { settings: { provider } } })
  return reply.json<TransportAnswer>()
}

/** A domain that was verified with its DKIM record alone, behind such a provider. */
async function verifiedBehind(transport: TransportAnswer): Promise<DomainAnswer> {
  const domain = await sendBy(await buildDomain(own), transport)
  dns.publish(domain.records.filter(({ purpose }) => purpose === 'dkim'))
  return verify(own, domain.id)
}

describe('behind a provider with a return path of its own', () => {
  it('a domain is verified by its DKIM record, and asks for no SPF record', async () => {
    const domain = await verifiedBehind(await buildProvider('sendgrid'))
    expect(domain).toMatchObject({ status: 'VERIFIED', warning: null })
    expect(domain.records.map(({ purpose }) => purpose)).toEqual([
      'dkim',
      'return-path',
      'dmarc',
      'tls-reports',
      'tracking',
    ])
    expect(recordFor(domain, 'return-path')).toMatchObject({
      required: false,
      status: 'missing',
      detail: expect.stringMatching(/^Not required: sendgrid sends with a return path of its own/) as unknown,
    })
    await hours(...LONG)
    expect(await readDomain(own, domain.id)).toMatchObject({ status: 'VERIFIED', warning: null })
  })

  it('a domain stays verified when a transport is added that needs the return path, which counts once it was there', async () => {
    const domain = await verifiedBehind(await buildProvider('mailgun'))
    const changed = await sendBy(domain, await buildTransport(own))
    expect(recordFor(changed, 'return-path')).toMatchObject({ required: true })
    await hours(...LONG)
    const after = await readDomain(own, domain.id)
    expect(after).toMatchObject({ status: 'VERIFIED', warning: null })
    expect(recordFor(after, 'return-path').detail).toContain('without it, bounces are lost')
    dns.publish(changed.records)
    await hours(1)
    dns.remove(recordFor(changed, 'return-path').name, 'MX')
    await hours(1, 1, 1)
    expect(await readDomain(own, domain.id)).toMatchObject({
      status: 'VERIFIED',
      warning: { message: expect.stringContaining('The return-path record') as unknown },
    })
  })

  it('a domain without a return path that was verified with one keeps its status', async () => {
    const domain = await buildDomain(own)
    dns.publish(domain.records)
    expect(await verify(own, domain.id)).toMatchObject({ status: 'VERIFIED' })
    await sendBy(domain, await buildProvider('brevo'))
    dns.remove(recordFor(domain, 'return-path').name, 'MX')
    await hours(...LONG)
    expect(await readDomain(own, domain.id)).toMatchObject({ status: 'VERIFIED', warning: null })
  })
})

describe('behind Amazon SES', () => {
  it('a domain is offered the records of a custom MAIL FROM, which are checked', async () => {
    const server = { url: 'http://127.0.0.1:1' }
    const domain = await verifiedBehind(await buildSesTransport(own, { server }))
    expect(domain.status).toBe('VERIFIED')
    expect(recordFor(domain, 'dkim').detail).toContain('Amazon SES keeps this signature')
    expect(recordFor(domain, 'return-path').detail).toContain('Bounces that Amazon SES forwards')
    const mailFrom = domain.records.filter(({ purpose }) => purpose === 'mail-from')
    expect(mailFrom.map(({ status, required }) => [status, required])).toEqual([
      ['missing', false],
      ['missing', false],
    ])
    dns.publish(mailFrom)
    dns.set('amazonses.com', 'TXT', ['v=spf1 ip4:199.255.192.0/22 -all'])
    const statuses = async () =>
      (await verify(own, domain.id)).records
        .filter(({ purpose }) => purpose === 'mail-from')
        .map(({ status }) => status)
    expect(await statuses()).toEqual(['ok', 'ok'])
    const { name, value } = recordFor(domain, 'mail-from')
    dns.set(name, 'MX', [
      { exchange: value, priority: 10 },
      { exchange: 'mx.other.net', priority: 20 },
    ])
    expect(await statuses()).toEqual(['mismatch', 'ok'])
  })
})
