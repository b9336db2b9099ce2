import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { createDns } from '../../../platform/dns/dns.ts'
import { chunksOf, recordsOf } from './domain-records.ts'
import type { DnsRecord } from './domain-records.ts'
import { checkRecord } from './record-checks.ts'

const server = await useDnsServer()
// Longer than any test takes, except with a server that is silent.
const dns = createDns({ servers: [server.address], limitMs: 600_000 })
const hasty = createDns({ servers: [server.address], limitMs: 100 })
const domain = 'mail.shop.com'
const hosts = { mail: 'mx.host.net', web: 'app.host.net', relays: [null], replacedBy: [], sesRegions: [] }
const publicKey = 'A'.repeat(392)
const records = recordsOf({
  domain,
  keys: [
    { selector: 'lm1', state: 'ACTIVE', publicKey, createdAt: new Date(0), retiresAt: null, slot: null },
  ],
  hosts,
})
const wanted = (purpose: DnsRecord['purpose']): DnsRecord => {
  const record = records.find((one) => one.purpose === purpose)
  if (!record) throw new Error(`no record for ${purpose}`)
  return record
}
const check = (purpose: DnsRecord['purpose']) => checkRecord({ dns, domain, hosts }, wanted(purpose))

beforeEach(() => {
  server.clear()
  server.answersAliasOnly = false
})

describe('all records', () => {
  it('are found as they are shown', async () => {
    server.publish(records.map((record) => ({ ...record, chunks: chunksOf(record.value) })))
    server.set('mx.host.net', 'A', ['192.0.2.1'])
    const findings = await Promise.all(records.map(({ purpose }) => check(purpose)))
    expect(findings.map(({ status }) => status)).toEqual(records.map(() => 'ok'))
  })

  it('are missing in an empty zone', async () => {
    const findings = await Promise.all(records.map(({ purpose }) => check(purpose)))
    expect(findings).toEqual(records.map(() => ({ status: 'missing', found: [], detail: null })))
  })

  it.each(['SERVFAIL', 'REFUSED'] as const)('are unknown when the server says %s', async (failure) => {
    server.fail('*', failure)
    const findings = await Promise.all(records.map(({ purpose }) => check(purpose)))
    expect(findings.map(({ status }) => status)).toEqual(records.map(() => 'unknown'))
    expect(findings[0]?.detail).toContain(failure)
  })

  it('are unknown when the server is silent', async () => {
    server.fail('*', 'hang')
    expect(await checkRecord({ dns: hasty, domain, hosts }, wanted('dkim'))).toMatchObject({
      status: 'unknown',
      detail: expect.stringMatching(/in time/) as string,
    })
  })
})

describe('a check that is led on from one slow server to the next', () => {
  it('ends as unknown when its time is over', async () => {
    const release = server.hold('_dmarc.shop.com')
    expect(await checkRecord({ dns, domain, hosts, limitMs: 50 }, wanted('dmarc'))).toMatchObject({
      status: 'unknown',
      detail: 'Could not be checked: DNS took too long.',
    })
    release()
  })
})

describe('a DKIM record', () => {
  it('is found behind an alias, also when the answer holds the alias alone', async () => {
    server.set(wanted('dkim').name, 'CNAME', ['key.dns.net'])
    server.set('key.dns.net', 'TXT', [wanted('dkim').value])
    expect(await check('dkim')).toMatchObject({ status: 'ok' })
    server.answersAliasOnly = true
    expect(await check('dkim')).toMatchObject({ status: 'ok' })
  })

  it('is found however it is split', async () => {
    server.set(wanted('dkim').name, 'TXT', [wanted('dkim').value.match(/.{1,100}/g) ?? []])
    expect(await check('dkim')).toMatchObject({ status: 'ok', found: [wanted('dkim').value] })
  })

  it('is shown when it is another one', async () => {
    server.set(wanted('dkim').name, 'TXT', ['v=DKIM1; p=QUJD'])
    expect(await check('dkim')).toMatchObject({ status: 'mismatch', found: ['v=DKIM1; p=QUJD'] })
  })

  it('is shown without the characters that cannot be stored', async () => {
    server.set(wanted('dkim').name, 'TXT', ['v=DKIM1;\0\u0007p=x', 'y'.repeat(5000)])
    const { found } = await check('dkim')
    expect(found.toSorted()).toEqual(['v=DKIM1;\ufffd\ufffdp=x', 'y'.repeat(1000)])
  })

  it('is looked for where panels put it that add the domain themselves', async () => {
    server.set(`${wanted('dkim').name}.${domain}`, 'TXT', [wanted('dkim').value])
    expect(await check('dkim')).toMatchObject({
      status: 'missing',
      detail: expect.stringMatching(/is at lm1\._domainkey\.mail\.shop\.com\.mail\.shop\.com/) as string,
    })
  })
})

describe('a return-path record', () => {
  const mx = (...servers: [number, string][]) =>
    server.set(
      wanted('return-path').name,
      'MX',
      servers.map(([priority, exchange]) => ({ priority, exchange })),
    )

  it('is right whatever its priority, case and lesser neighbours', async () => {
    mx([20, 'other.net'], [5, 'MX.Host.NET'])
    expect(await check('return-path')).toMatchObject({
      status: 'ok',
      found: ['5 mx.host.net', '20 other.net'],
    })
  })

  it.each([
    [[[10, 'other.net']], /another server: the MX must be mx.host.net/],
    [[[0, '']], /another server/],
    [
      [
        [10, 'other.net'],
        [20, 'mx.host.net'],
      ],
      /preferred/,
    ],
  ] as [[number, string][], RegExp][])('is wrong: %j', async (servers, words) => {
    mx(...servers)
    expect(await check('return-path')).toMatchObject({
      status: 'mismatch',
      detail: expect.stringMatching(words) as string,
    })
  })
})

describe('a DMARC record', () => {
  it('is that of the domain above where there is no own one', async () => {
    const record = 'v=DMARC1; p=reject; rua=mailto:dmarc@bounces.shop.com'
    server.set('_dmarc.shop.com', 'TXT', [record])
    expect(await check('dmarc')).toEqual({
      status: 'ok',
      found: [record],
      detail: 'The policy of shop.com applies.',
    })
  })

  it('is its own where both exist', async () => {
    server.set('_dmarc.shop.com', 'TXT', ['v=DMARC1; p=reject'])
    server.set('_dmarc.mail.shop.com', 'TXT', ['v=DMARC1; p=sometimes'])
    expect(await check('dmarc')).toMatchObject({ status: 'mismatch', found: ['v=DMARC1; p=sometimes'] })
  })
})

describe('a tracking record', () => {
  it('is right as an alias of ours, in any case', async () => {
    server.set('click.mail.shop.com', 'CNAME', ['APP.host.net.'])
    expect(await check('tracking')).toEqual({ status: 'ok', found: ['app.host.net'], detail: null })
  })

  it('is right with our addresses in place of an alias', async () => {
    server.set('click.mail.shop.com', 'A', ['192.0.2.7'])
    server.set('app.host.net', 'A', ['192.0.2.7', '192.0.2.8'])
    expect(await check('tracking')).toMatchObject({ status: 'ok', found: ['192.0.2.7'] })
  })

  it('is wrong when it leads elsewhere', async () => {
    server.set('click.mail.shop.com', 'CNAME', ['other.net'])
    server.set('other.net', 'A', ['192.0.2.9'])
    server.set('app.host.net', 'A', ['192.0.2.7'])
    expect(await check('tracking')).toMatchObject({ status: 'mismatch', found: ['other.net'] })
  })
})
