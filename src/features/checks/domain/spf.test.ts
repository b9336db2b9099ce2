import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { createDns } from '../../../platform/dns/dns.ts'
import { examineSpf } from '../../domains/index.ts'
import type { Hosts } from '../../domains/index.ts'
import { judgeSpf } from './spf.ts'

const server = await useDnsServer()
const dns = createDns({ servers: [server.address], limitMs: 600_000 })
const NAME = 'bounces.shop.com'
const HOSTS: Hosts = {
  mail: 'mail.host.net',
  web: 'mail.host.net',
  relays: [null],
  replacedBy: [],
  sesRegions: [],
}
const judge = async (hosts = HOSTS) =>
  judgeSpf({ name: NAME, hosts, ...(await examineSpf(dns, { name: NAME, hosts })) })
const spf = (text: string, name = NAME) => server.set(name, 'TXT', [text])
const OWN = { type: 'TXT', name: NAME, value: 'v=spf1 a:mail.host.net ~all' }

beforeEach(() => {
  server.clear()
  server.set('mail.host.net', 'A', ['192.0.2.10'])
})

describe('the check of SPF', () => {
  it('is good where the record allows our server, and says what it costs', async () => {
    spf('v=spf1 a:mail.host.net ip4:198.51.100.0/24 ~all')
    expect(await judge()).toEqual({
      state: 'good',
      found:
        'The SPF record at bounces.shop.com allows the servers that send: v=spf1 a:mail.host.net ip4:198.51.100.0/24 ~all. It needs 1 of at most 10 look-ups, 0 of them for names that do not exist, and allows 2 networks.',
      remedy: null,
    })
  })

  it('fails without a record, and shows the one to publish', async () => {
    expect(await judge()).toMatchObject({ state: 'failed', remedy: { record: OWN } })
  })

  it.each([
    ['v=spf1 -all', /does not allow our server/],
    ['v=spf1 ipv4:192.0.2.1 -all', /cannot read it/],
    ['v=spf1 a:mail.host.net +all', /whole world/],
    [`v=spf1 include:${NAME} -all`, /look up \d+ names/],
  ])('fails with %s', async (text, words) => {
    spf(text)
    expect(await judge()).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(words) as string,
      remedy: { record: OWN },
    })
  })

  it('fails with two records', async () => {
    server.set(NAME, 'TXT', ['v=spf1 a:mail.host.net ~all', 'v=spf1 -all'])
    expect(await judge()).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/2 SPF records/) as string,
    })
  })

  const includes = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `spf${index}.net`)
    for (const [index, name] of names.entries()) spf(`v=spf1 ip4:198.51.100.${index} -all`, name)
    spf(`v=spf1 a:mail.host.net ${names.map((name) => `include:${name}`).join(' ')} -all`)
  }

  it('warns when a provider can push it over the limit', async () => {
    includes(7)
    expect(await judge()).toMatchObject({ state: 'good' })
    includes(8)
    expect(await judge()).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('9 of at most 10') as string,
    })
  })

  it('fails with 11 look-ups, and offers the record without them', async () => {
    includes(10)
    const verdict = await judge()
    expect(verdict).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/look up 11 names/) as string,
    })
    const value = verdict.remedy?.record?.value ?? ''
    expect(value).toMatch(/^v=spf1 (ip4:\S+ ){11}~all$/)
    expect(value).toContain('ip4:192.0.2.10 ')
    expect(value).toContain('ip4:198.51.100.9 ')
  })

  it('leaves out what is included without being allowed', async () => {
    includes(9)
    spf(`v=spf1 -include:spf0.net ~ip4:203.0.113.1 a:gone.net a:mail.host.net ~all`)
    const { state, remedy } = await judge()
    expect([state, remedy?.record?.value]).toEqual(['warning', 'v=spf1 ip4:192.0.2.10 ~all'])
  })

  it('warns of names that do not exist', async () => {
    spf('v=spf1 a:mail.host.net a:gone.net ~all')
    expect(await judge()).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('1 of them for names that do not exist') as string,
      remedy: { record: { value: 'v=spf1 ip4:192.0.2.10 ~all' } },
    })
  })

  it('is unknown while DNS does not answer', async () => {
    server.fail(NAME, 'SERVFAIL')
    expect(await judge()).toEqual({
      state: 'unknown',
      found: 'It could not be checked: the DNS server failed to find out (SERVFAIL).',
      remedy: null,
    })
  })

  it('does not apply where the provider has a return path of its own', async () => {
    expect(await judge({ ...HOSTS, relays: [], replacedBy: ['postmark'] })).toMatchObject({
      state: 'not-applicable',
      found: expect.stringMatching(/^postmark sends/) as string,
    })
  })
})
