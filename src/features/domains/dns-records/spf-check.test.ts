import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { createDns } from '../../../platform/dns/dns.ts'
import type { Hosts } from './domain-records.ts'
import { checkSpf } from './spf-check.ts'

const server = await useDnsServer()
const dns = createDns({ servers: [server.address], limitMs: 600_000 })
const NAME = 'bounces.shop.com'
const hosts: Hosts = {
  mail: 'mail.host.net',
  web: 'mail.host.net',
  relays: [null],
  replacedBy: [],
  sesRegions: [],
}
const check = (more: Partial<typeof hosts> = {}) =>
  checkSpf(dns, { name: NAME, hosts: { ...hosts, ...more } })
const spf = (text: string, name = NAME) => server.set(name, 'TXT', [text])

beforeEach(() => {
  server.clear()
  server.set('mail.host.net', 'A', ['192.0.2.10'])
  server.set('mail.host.net', 'AAAA', ['2001:db8::10'])
})

describe('an SPF record that allows our server', () => {
  it.each([
    'v=spf1 a:mail.host.net ~all',
    'v=spf1 +A:MAIL.HOST.NET -all',
    'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all',
    'v=spf1 mx -all',
    'v=spf1 include:_spf.host.net -all',
    'v=spf1 redirect=_spf.host.net',
    'v=spf1 -ip4:198.51.100.1 a:mail.host.net -all',
  ])('is ok: %s', async (text) => {
    server.set(NAME, 'MX', [{ exchange: 'mail.host.net', priority: 10 }])
    spf('v=spf1 a:mail.host.net -all', '_spf.host.net')
    spf(text)
    expect(await check()).toMatchObject({ status: 'ok', found: [text] })
  })

  it('says what it costs, nested records counted', async () => {
    spf('v=spf1 include:_spf.host.net a mx:host.net -all')
    spf('v=spf1 a:mail.host.net -all', '_spf.host.net')
    server.set(NAME, 'A', ['192.0.2.99'])
    server.set('host.net', 'MX', [{ exchange: 'mail.host.net', priority: 10 }])
    expect((await check()).detail).toBe('Receivers need 4 of at most 10 lookups for it.')
  })

  it('is recognised by name while our server has no address', async () => {
    server.remove('mail.host.net')
    spf('v=spf1 a:mail.host.net ~all')
    expect(await check()).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/no address/) as string,
    })
  })

  it.each(['v=spf1 a:mail.host.net ?all', 'v=spf1 a:mail.host.net'])(
    'gets a word when it says nothing about others: %s',
    async (text) => {
      spf(text)
      expect(await check()).toMatchObject({
        status: 'ok',
        detail: expect.stringMatching(/nothing about other servers: end it with ~all/) as string,
      })
    },
  )
})

describe('an SPF record that does not help', () => {
  it.each([
    ['v=spf1 -all', /does not allow our server: add a:mail.host.net/],
    ['v=spf1 ip4:198.51.100.0/24 ~all', /192\.0\.2\.10, 2001:db8::10/],
    ['v=spf1 ip4:192.0.2.0/24 -all', /sends from 2001:db8::10\./],
    ['v=spf1 -all a:mail.host.net', /does not allow/],
    ['v=spf1 ~a:mail.host.net -all', /does not allow/],
    ['v=spf1 ipv4:192.0.2.1 -all', /cannot read it: "ipv4:192.0.2.1"/],
    ['v=spf1 include:nowhere.net a:mail.host.net -all', /include:nowhere.net leads to no SPF record/],
    ['v=spf1 redirect=nowhere.net', /redirect=nowhere.net leads to no SPF record/],
  ])('says why: %s', async (text, words) => {
    spf(text)
    expect(await check()).toEqual({
      status: 'mismatch',
      found: [text],
      detail: expect.stringMatching(words) as string,
    })
  })

  it('says that there are several', async () => {
    server.set(NAME, 'TXT', ['v=spf1 a:mail.host.net ~all', 'v=spf1 -all', 'other'])
    expect(await check()).toMatchObject({
      status: 'mismatch',
      found: [expect.stringMatching(/^v=spf1/), expect.stringMatching(/^v=spf1/)],
      detail: expect.stringMatching(/2 SPF records/) as string,
    })
  })

  it('is missing where only other texts are', async () => {
    server.set(NAME, 'TXT', ['something'])
    expect(await check()).toEqual({ status: 'missing', found: [], detail: null })
  })
})

describe('an SPF record that allows every server', () => {
  it.each([
    'v=spf1 a:mail.host.net +all',
    'v=spf1 all',
    'v=spf1 a:mail.host.net ip4:0.0.0.0/0 -all',
    'v=spf1 a:mail.host.net ip6:::/0 -all',
    'v=spf1 include:_open.host.net -all',
    'v=spf1 redirect=_open.host.net',
  ])('is wrong, whatever it says besides: %s', async (text) => {
    spf('v=spf1 +all', '_open.host.net')
    spf(text)
    const wrong = { status: 'mismatch', detail: expect.stringMatching(/whole world/) as string }
    expect(await check()).toMatchObject(wrong)
    expect(await check({ relays: ['relay.net'] })).toMatchObject(wrong)
  })
})

describe('an SPF record for a relay', () => {
  beforeEach(() => {
    server.set('relay.net', 'A', ['198.51.100.7'])
    spf('v=spf1 ip4:198.51.100.0/24 -all', 'spf.elsewhere.net')
    spf('v=spf1 ip4:203.0.113.0/24 -all', 'spf.relay.net')
    spf('v=spf1 ip4:203.0.113.0/24 -all', 'amazonses.com')
    spf('v=spf1 include:amazonses.com -all', 'nested.net')
  })

  it.each([
    ['v=spf1 ip4:198.51.100.0/24 -all', 'relay.net'],
    ['v=spf1 a:relay.net ~all', 'relay.net'],
    ['v=spf1 include:spf.elsewhere.net ~all', 'relay.net'],
    ['v=spf1 include:spf.relay.net ~all', 'smtp.relay.net'],
    ['v=spf1 ip4:198.51.100.7 ~all', '198.51.100.7'],
    ['v=spf1 include:amazonses.com ~all', 'email-smtp.eu-west-1.amazonaws.com'],
    ['v=spf1 include:nested.net ~all', 'email-smtp.eu-west-1.amazonaws.com'],
  ])('is ok where it allows the relay: %s', async (text, relay) => {
    spf(text)
    expect(await check({ relays: [relay] })).toMatchObject({ status: 'ok', found: [text] })
  })

  it.each([
    ['v=spf1 a:mail.host.net ~all', 'relay.net', /does not allow the relay relay\.net.*add a:relay\.net/],
    ['v=spf1 ip4:192.0.2.0/24 -all', '198.51.100.7', /add ip4:198\.51\.100\.7/],
    ['v=spf1 include:spf.relay.net ~all', 'smtp.postmarkapp.com', /add include:spf\.mtasv\.net/],
    ['v=spf1 a:mail.host.net ~all', 'nowhere.net', /does not allow the relay nowhere\.net/],
  ])('is wrong where it does not: %s for %s', async (text, relay, words) => {
    spf(text)
    expect(await check({ relays: [relay] })).toMatchObject({
      status: 'mismatch',
      detail: expect.stringMatching(words) as string,
    })
  })

  it('has to allow every server by which the domain sends', async () => {
    server.set('second.net', 'A', ['192.0.2.9'])
    const relays = ['relay.net', 'second.net', null]
    spf('v=spf1 a:relay.net a:second.net a:mail.host.net ~all')
    expect(await check({ relays })).toMatchObject({ status: 'ok' })
    for (const [text, host] of [
      ['v=spf1 a:relay.net a:mail.host.net ~all', /relay second\.net/],
      ['v=spf1 a:relay.net a:second.net ~all', /add a:mail\.host\.net/],
    ] as const) {
      spf(text)
      expect(await check({ relays })).toMatchObject({
        status: 'mismatch',
        detail: expect.stringMatching(host) as string,
      })
    }
  })

  it('is unknown where it includes a name that may belong to the operator of the relay', async () => {
    spf('v=spf1 include:spf.relay.net ~all')
    expect(await check({ relays: ['smtp.other.net'] })).toMatchObject({
      status: 'unknown',
      detail: expect.stringMatching(/may not allow the relay smtp\.other\.net/) as string,
    })
  })

  it('is unknown while a server does not answer', async () => {
    spf('v=spf1 include:slow.net -all')
    server.fail('slow.net', 'SERVFAIL')
    expect(await check({ relays: ['relay.net'] })).toMatchObject({ status: 'unknown' })
  })
})

describe('the limits of RFC 7208 4.6.4', () => {
  const includes = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `spf${index}.net`)
    for (const name of names) spf('v=spf1 ip4:198.51.100.1 -all', name)
    spf(`v=spf1 a:mail.host.net ${names.map((name) => `include:${name}`).join(' ')} -all`)
  }

  it('allow ten lookups', async () => {
    includes(9)
    expect(await check()).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/10 of at most 10/) as string,
    })
  })

  it('do not allow eleven', async () => {
    includes(10)
    expect(await check()).toMatchObject({
      status: 'mismatch',
      detail: expect.stringMatching(/look up 11 names.*after 10/) as string,
    })
  })

  it('count every kind of lookup, also those that we do not make', async () => {
    spf(
      'v=spf1 a:mail.host.net a mx ptr exists:%{i}.x.net include:%{d}.y.net a:b.net mx:c.net a:d.net ptr:e.net mx:f.net -all',
    )
    expect((await check()).detail).toMatch(/look up 11 names/)
  })

  it('allow two names that do not exist, not three', async () => {
    spf('v=spf1 a:mail.host.net a:gone1.net mx:gone2.net -all')
    expect((await check()).status).toBe('ok')
    spf('v=spf1 a:mail.host.net a:gone1.net mx:gone2.net a:gone3.net -all')
    expect(await check()).toMatchObject({
      status: 'mismatch',
      detail: expect.stringMatching(/3 of the names it refers to do not exist/) as string,
    })
  })

  it('stop us from following a record that includes itself', async () => {
    spf(`v=spf1 include:${NAME} include:${NAME} -all`)
    const { status, detail } = await check()
    expect([status, detail]).toEqual(['mismatch', expect.stringMatching(/look up \d+ names/)])
    expect(server.questions.length).toBeLessThan(60)
  })
})

describe('servers that do not answer', () => {
  it('leave the record unknown', async () => {
    server.fail(NAME, 'SERVFAIL')
    expect(await check()).toMatchObject({ status: 'unknown', found: [] })
  })

  it('leave it unknown when only an included one is silent and it could matter', async () => {
    spf('v=spf1 include:slow.net -all')
    server.fail('slow.net', 'SERVFAIL')
    expect(await check()).toMatchObject({ status: 'unknown' })
  })

  it('do not matter where our server is allowed anyway', async () => {
    spf('v=spf1 a:mail.host.net include:slow.net -all')
    server.fail('slow.net', 'SERVFAIL')
    expect(await check()).toMatchObject({ status: 'ok' })
  })
})
