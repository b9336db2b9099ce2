import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { createDns } from '../../dns/dns.ts'
import { classifyReply } from '../smtp/replies/reply-class.ts'
import { createMailServers, inTryOrder } from './mail-servers.ts'
import type { MailServers } from './mail-servers.ts'

const server = await useDnsServer()
const dns = createDns({ servers: [server.address], limitMs: 900 })

let nowMs = 0
const find = createMailServers({ dns, clock: { now: () => new Date(nowMs) }, ownName: () => 'us.example' })
beforeEach(() => {
  server.clear()
  // Nothing is remembered from one test to the next.
  nowMs += 3_600_000
})

const mx = (priority: number, exchange: string) => ({ priority, exchange })
const namesOf = (found: MailServers) =>
  found.status === 'found' ? found.servers.map(({ exchange }) => exchange) : found.result

describe('the mail servers of a domain', () => {
  it('are its MX records by priority', async () => {
    server.set('a.example', 'MX', [mx(20, 'backup.a.example'), mx(10, 'MX.a.example')])
    expect(namesOf(await find('a.example'))).toEqual(['mx.a.example', 'backup.a.example'])
  })

  it.each(['A', 'AAAA'] as const)('are the domain itself if it has only an address (%s)', async (type) => {
    server.set('b.example', type, [type === 'A' ? '192.0.2.1' : '2001:db8::1'])
    expect(namesOf(await find('b.example'))).toEqual(['b.example'])
  })

  it('are asked for once in five minutes', async () => {
    server.set('c.example', 'MX', [mx(10, 'one.example')])
    await find('c.example')
    server.set('c.example', 'MX', [mx(10, 'two.example')])
    expect(namesOf(await find('c.example'))).toEqual(['one.example'])
    nowMs += 5 * 60_000
    expect(namesOf(await find('c.example'))).toEqual(['two.example'])
  })

  it('are those before this server, if it is one of them', async () => {
    server.set('d.example', 'MX', [mx(5, 'first.example'), mx(10, 'us.example'), mx(10, 'beside.example')])
    expect(namesOf(await find('d.example'))).toEqual(['first.example'])
  })
})

describe('a domain that gets no email', () => {
  const cases = [
    {
      name: 'with a null MX',
      prepare: () => server.set('e.example', 'MX', [mx(0, '')]),
      expected: { code: 556, words: /accepts no email/, verdict: 'hard' },
    },
    {
      name: 'that does not exist',
      prepare: () => undefined,
      expected: { code: 550, words: /does not exist/, verdict: 'hard' },
    },
    {
      name: 'without a mail server',
      prepare: () => server.set('e.example', 'TXT', ['x']),
      expected: { code: 550, words: /has no mail server/, verdict: 'hard' },
    },
    {
      name: 'of this server',
      prepare: () => server.set('e.example', 'MX', [mx(1, 'us.example')]),
      expected: { code: 550, words: /come back/, verdict: 'soft' },
    },
  ]
  it.each(cases)('$name is refused for good', async ({ prepare, expected: { code, words, verdict } }) => {
    prepare()
    const found = await find('e.example')
    expect(found).toMatchObject({
      status: 'none',
      result: {
        kind: 'rejected',
        stage: 'rcpt',
        reply: { code, text: expect.stringMatching(words) as string },
      },
    })
    const reply = found.status === 'none' && 'reply' in found.result ? found.result.reply : null
    expect(reply && classifyReply(reply, 'rcpt')).toBe(verdict)
  })

  it.each(['MX', 'A'] as const)('because DNS does not answer (%s) is tried again later', async (type) => {
    server.set('f.example', 'TXT', ['x'])
    server.fail('f.example', 'SERVFAIL', type)
    expect(await find('f.example')).toMatchObject({
      status: 'none',
      result: { kind: 'deferred', stage: 'rcpt', reason: expect.stringContaining('SERVFAIL') as string },
    })
  })
})

describe('the destination', () => {
  const destinationOf = async (...records: { priority: number; exchange: string }[]) => {
    server.set('g.example', 'MX', records)
    const found = await find('g.example')
    return found.status === 'found' ? found.destination : undefined
  }

  it.each([
    [[mx(5, 'gmail-smtp-in.l.google.com')], 'google'],
    [[mx(0, 'example-com.mail.protection.outlook.com')], 'microsoft'],
    [[mx(1, 'mta5.am0.yahoodns.net')], 'yahoo'],
    [[mx(10, 'mx01.mail.icloud.com')], 'apple'],
    [[mx(10, 'mx.notgoogle.com')], 'mx.notgoogle.com'],
    [[mx(20, 'a.example'), mx(10, 'c.example'), mx(10, 'b.example')], 'b.example'],
  ])('of %j is %s', async (records, name) => {
    expect(await destinationOf(...records)).toBe(name)
  })
})

describe('the order of trying', () => {
  it('is by priority, and random within one', () => {
    const servers = [mx(10, 'a'), mx(10, 'b'), mx(20, 'c')]
    const chances =
      (...values: number[]) =>
      () =>
        values.shift() ?? 0
    expect(inTryOrder(servers, chances(0.1, 0.2, 0))).toEqual(['a', 'b', 'c'])
    expect(inTryOrder(servers, chances(0.9, 0.2, 0))).toEqual(['b', 'a', 'c'])
  })
})
