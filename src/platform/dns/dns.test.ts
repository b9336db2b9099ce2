import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startDnsServer, useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { createDns } from './dns.ts'

// Short, so that the tests of timeouts are.
const LIMIT_MS = 450

const server = await useDnsServer()
const dns = createDns({ servers: [server.address], limitMs: LIMIT_MS })

beforeEach(() => {
  server.clear()
  server.answersAliasOnly = false
  server.truncatesUdp = false
})

describe('records that exist', () => {
  it('puts the strings of a split TXT record together and keeps records apart', async () => {
    server.set('a.example', 'TXT', [['v=DKIM1; p=', 'abc', 'def'], 'another'])
    const answer = await dns.txt('a.example')
    expect(answer.status === 'found' && answer.records.toSorted()).toEqual(['another', 'v=DKIM1; p=abcdef'])
  })

  it('reads MX records, the null MX among them', async () => {
    server.set('a.example', 'MX', [{ exchange: 'MX1.Example', priority: 10 }])
    server.set('b.example', 'MX', [{ exchange: '', priority: 0 }])
    expect(await dns.mx('a.example')).toEqual({
      status: 'found',
      records: [{ exchange: 'mx1.example', priority: 10 }],
    })
    expect(await dns.mx('b.example')).toEqual({ status: 'found', records: [{ exchange: '', priority: 0 }] })
  })

  it('reads addresses of both families', async () => {
    server.set('a.example', 'A', ['192.0.2.1', '192.0.2.2'])
    server.set('a.example', 'AAAA', ['2001:db8::1'])
    const answer = await dns.addresses('a.example')
    expect(answer.status === 'found' && answer.records.toSorted()).toEqual([
      '192.0.2.1',
      '192.0.2.2',
      '2001:db8::1',
    ])
  })

  it('is content with one family when the other is not answered', async () => {
    server.set('a.example', 'A', ['192.0.2.1'])
    server.fail('a.example', 'SERVFAIL', 'AAAA')
    expect(await dns.addresses('a.example')).toEqual({ status: 'found', records: ['192.0.2.1'] })
  })

  it('finds who runs a zone by NS or by SOA', async () => {
    server.set('a.example', 'NS', ['ns1.example'])
    server.set('b.example', 'SOA', [{ nsname: 'ns2.example' }])
    expect(await dns.zone('a.example')).toEqual({ status: 'found', records: ['ns1.example'] })
    expect(await dns.zone('b.example')).toEqual({ status: 'found', records: ['ns2.example'] })
  })

  it('comes back by TCP when an answer does not fit into UDP', async () => {
    const long = 'x'.repeat(3000)
    server.set('a.example', 'TXT', [long])
    expect(await dns.txt('a.example')).toEqual({ status: 'found', records: [long] })
    expect(server.questions.map(({ transport }) => transport)).toEqual(['udp', 'tcp'])
  })

  it('comes back by TCP when the server says so', async () => {
    server.truncatesUdp = true
    server.set('a.example', 'A', ['192.0.2.1'])
    expect((await dns.addresses('a.example')).status).toBe('found')
  })
})

describe('aliases', () => {
  beforeEach(() => {
    server.set('alias.example', 'CNAME', ['Middle.example'])
    server.set('middle.example', 'CNAME', ['target.example'])
    server.set('target.example', 'TXT', ['text'])
  })

  it('are followed by the resolver', async () => {
    expect(await dns.txt('alias.example')).toEqual({ status: 'found', records: ['text'] })
  })

  it('are followed by us where the answer holds only the alias', async () => {
    server.answersAliasOnly = true
    expect(await dns.txt('alias.example')).toEqual({ status: 'found', records: ['text'] })
  })

  it('are returned one step at a time by cname', async () => {
    expect(await dns.cname('alias.example')).toEqual({ status: 'found', records: ['middle.example'] })
  })

  it.each([false, true])('that lead nowhere are a missing record (alias alone: %s)', async (aliasOnly) => {
    server.remove('target.example')
    server.answersAliasOnly = aliasOnly
    expect((await dns.txt('alias.example')).status).toBe('none')
  })

  it('that form a loop are no answer', async () => {
    server.set('target.example', 'CNAME', ['alias.example'])
    server.answersAliasOnly = true
    expect((await dns.mx('alias.example')).status).toBe('unanswered')
  })

  it('cost no more than the limit in all, however slow each step is', async () => {
    server.answersAliasOnly = true
    for (const name of ['alias.example', 'middle.example', 'target.example']) {
      const release = server.hold(name)
      setTimeout(release, (LIMIT_MS * 2) / 3)
    }
    server.set('target.example', 'CNAME', ['silent.example'])
    server.fail('silent.example', 'hang')
    // A separate limit for each step would be exceeded after this.
    const later = new Promise<string>((resolve) => setTimeout(resolve, LIMIT_MS * 1.5, 'still asking'))
    const status = dns.mx('alias.example').then((answer) => answer.status)
    expect(await Promise.race([status, later])).toBe('unanswered')
  })
})

describe('records that do not exist', () => {
  it('tells a name that does not exist from one without such a record', async () => {
    server.set('a.example', 'A', ['192.0.2.1'])
    expect(await dns.mx('nowhere.example')).toEqual({ status: 'none', isNameKnown: false })
    expect(await dns.mx('a.example')).toEqual({ status: 'none', isNameKnown: true })
    expect(await dns.txt('example')).toEqual({ status: 'none', isNameKnown: true })
  })

  it('believes no server that denies every name, and believes it again once it knows the root', async () => {
    const strange = await startDnsServer()
    onTestFinished(() => strange.close())
    const asking = createDns({ servers: [strange.address], limitMs: LIMIT_MS })
    strange.deniesAll = true
    expect(await asking.mx('gmail.com')).toMatchObject({
      status: 'unanswered',
      reason: expect.stringContaining('says that no name exists') as string,
    })
    strange.deniesAll = false
    expect(await asking.mx('nowhere.example')).toEqual({ status: 'none', isNameKnown: false })
  })

  it('takes what can be no name for one that does not exist', async () => {
    expect(await dns.txt(`${'x'.repeat(64)}.example`)).toEqual({ status: 'none', isNameKnown: false })
    expect(await dns.txt('two..dots.example')).toEqual({ status: 'none', isNameKnown: false })
  })

  it('sees a change at once', async () => {
    server.set('a.example', 'TXT', ['old'])
    await dns.txt('a.example')
    server.set('a.example', 'TXT', ['new'])
    expect(await dns.txt('a.example')).toEqual({ status: 'found', records: ['new'] })
    server.remove('a.example')
    expect(await dns.txt('a.example')).toEqual({ status: 'none', isNameKnown: false })
    server.set('a.example', 'TXT', ['back'])
    expect(await dns.txt('a.example')).toEqual({ status: 'found', records: ['back'] })
  })
})

describe('servers that do not answer', () => {
  it.each([
    ['SERVFAIL', /SERVFAIL/],
    ['REFUSED', /REFUSED/],
  ] as const)('says so of %s', async (failure, words) => {
    server.set('a.example', 'TXT', ['text'])
    server.fail('*', failure)
    expect(await dns.txt('a.example')).toEqual({
      status: 'unanswered',
      reason: expect.stringMatching(words) as string,
    })
  })

  it('says so of a server that is silent, after a second try', async () => {
    server.fail('silent-for-good.example', 'hang')
    expect(await dns.txt('silent-for-good.example')).toEqual({
      status: 'unanswered',
      reason: 'the DNS server did not answer in time',
    })
    const repeats = server.repeats.filter(({ name }) => name === 'silent-for-good.example')
    expect(repeats).toHaveLength(1)
  })

  it('says so of a server that is not there', async () => {
    const nowhere = createDns({ servers: ['127.0.0.1:9'], limitMs: LIMIT_MS })
    expect((await nowhere.txt('a.example')).status).toBe('unanswered')
  })

  it('asks again when the first packet was lost', async () => {
    server.set('lossy.example', 'TXT', ['text'])
    server.fail('lossy.example', 'hang')
    const answer = dns.txt('lossy.example')
    await server.asked('lossy.example')
    server.heal()
    expect(await answer).toEqual({ status: 'found', records: ['text'] })
  })
})

describe('the same question several times at once', () => {
  it('is asked once', async () => {
    server.set('a.example', 'TXT', ['text'])
    const answers = await Promise.all([1, 2, 3, 4].map(() => dns.txt('a.example')))
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ status: 'found', records: ['text'] })))
    expect(server.questions.length).toBe(1)
  })
})
