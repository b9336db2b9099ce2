import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import type { EmailAddress } from '../../addresses/email-address.ts'
import { systemClock } from '../../clock.ts'
import { createDns } from '../../dns/dns.ts'
import { createHostGuard } from '../../outgoing/host-guard.ts'
import { envelope } from '../fixtures/messages.ts'
import { email, ours, patience } from '../fixtures/smtp-client.ts'
import { createConnectionLimit } from '../smtp/connection-limit.ts'
import type { Transport } from '../transport.ts'
import { inTurn } from './local-addresses.ts'
import { createMailServers } from './mail-servers.ts'
import type { StsPolicy } from './mta-sts.ts'
import { createMxTransport } from './mx-transport.ts'
import type { MxTransportParts } from './mx-transport.ts'

const sink = useSmtpSink()
const server = await useDnsServer()
const dns = createDns({ servers: [server.address], limitMs: 900 })
const opened: Transport[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))
beforeEach(() => server.clear())

type Options = Partial<MxTransportParts> & { most?: number; allowed?: readonly string[]; policy?: StsPolicy }

function transport({ most = 4, allowed = ['127.0.0.0/8'], policy, ...parts }: Options = {}): Transport {
  const ownName = () => 'us.example'
  const one = createMxTransport({
    destination: 'mx.example',
    limits: { connections: most, perMinute: 0, perConnection: 100 },
    limit: createConnectionLimit({ most }),
    findServers: createMailServers({ dns, clock: systemClock, ownName }),
    findPolicy: () => Promise.resolve(policy),
    guard: createHostGuard({ dns, config: { ALLOW_PRIVATE_HOSTS: [...allowed] } }),
    localAddresses: inTurn([]),
    port: sink.port,
    ownName,
    timeouts: patience(),
    ...parts,
  })
  opened.push(one)
  return one
}

/** A domain whose mail servers are these, all at the sink, unless they have no address. */
function publish(domain: string, servers: readonly string[], { without = '' } = {}): void {
  server.set(
    domain,
    'MX',
    servers.map((exchange, index) => ({ exchange, priority: index })),
  )
  for (const name of servers.filter((one) => one !== without)) server.set(name, 'A', ['127.0.0.1'])
}
const sendTo = (to: Transport, domain: string) =>
  to.send({ ...envelope, to: `ann@${domain}` as EmailAddress }, email, ours)

describe('own delivery', () => {
  it('shares connections between the domains of a server', async () => {
    publish('a.example', ['mx.example'])
    publish('b.example', ['mx.example'])
    const mx = transport()
    expect(await sendTo(mx, 'a.example')).toMatchObject({ kind: 'accepted', isDelivered: false })
    expect(await sendTo(mx, 'b.example')).toMatchObject({ kind: 'accepted' })
    expect(sink.emails.map(({ to }) => to)).toEqual([['ann@a.example'], ['ann@b.example']])
    expect(sink.connections).toBe(1)
  })

  it('says its own name', async () => {
    publish('a.example', ['mx.example'])
    await sendTo(transport(), 'a.example')
    expect(sink.commands).toContain('EHLO us.example')
  })

  it('tries the next server when the first has no address, or refuses the connection', async () => {
    publish('a.example', ['none.example', 'mx.example'], { without: 'none.example' })
    sink.script = {
      greeting: ({ connection }) => (connection === 1 ? '554 5.3.2 closed for you' : undefined),
    }
    publish('b.example', ['mx1.example', 'mx2.example'])
    const mx = transport()
    expect(await sendTo(mx, 'b.example')).toMatchObject({ kind: 'accepted' })
    expect(sink.connections).toBe(2)
    expect(await sendTo(mx, 'a.example')).toMatchObject({ kind: 'accepted' })
  })

  it('does not try another server after one that answered about the email', async () => {
    publish('a.example', ['mx1.example', 'mx2.example'])
    sink.script = { rcpt: '450 4.2.1 later' }
    expect(await sendTo(transport(), 'a.example')).toMatchObject({ kind: 'deferred', stage: 'rcpt' })
    expect(sink.connections).toBe(1)
  })

  it('uses a fresh connection when the server closed the old one', async () => {
    publish('a.example', ['mx.example'])
    const mx = transport()
    await sendTo(mx, 'a.example')
    for (const socket of sink.open) socket.end('421 4.4.2 idle for too long\r\n')
    expect(await sendTo(mx, 'a.example')).toMatchObject({ kind: 'accepted' })
    expect(sink.emails).toHaveLength(2)
  })

  it('never has more connections than its limit, also to several servers', async () => {
    const domains = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.example`)
    for (const domain of domains) publish(domain, [`mx.${domain}`])
    let most = 0
    sink.script = {
      mail: () => {
        most = Math.max(most, sink.open.size)
        return undefined
      },
    }
    const mx = transport({ most: 2 })
    for (let round = 0; round < 3; round += 1) {
      const results = await Promise.all(domains.map((domain) => sendTo(mx, domain)))
      expect(results.every(({ kind }) => kind === 'accepted')).toBe(true)
    }
    expect(sink.emails).toHaveLength(18)
    expect(most).toBe(2)
  })

  it('keeps to the emails per minute, and gives up waiting when it is closed', async () => {
    publish('a.example', ['mx.example'])
    const mx = transport({ limits: { connections: 4, perMinute: 1, perConnection: 100 } })
    const results = [sendTo(mx, 'a.example'), sendTo(mx, 'a.example')]
    expect(await results[0]).toMatchObject({ kind: 'accepted' })
    await mx.close()
    expect(await results[1]).toEqual({ kind: 'unsent' })
    expect(sink.emails).toHaveLength(1)
  })
})

describe('the address of this machine', () => {
  it('is used by emails in turn, each on connections of its own', async () => {
    publish('a.example', ['mx.example'])
    const from = new Set<string | undefined>()
    sink.script = {
      mail: () => {
        for (const socket of sink.open) from.add(socket.remoteAddress)
        return undefined
      },
    }
    const mx = transport({ localAddresses: inTurn(['127.0.0.1', '']) })
    for (let count = 0; count < 4; count += 1) {
      expect(await sendTo(mx, 'a.example')).toMatchObject({ kind: 'accepted' })
    }
    expect(sink.connections).toBe(2)
    expect(from).toEqual(new Set(['127.0.0.1']))
  })

  it('must be of the same kind as that of the server', async () => {
    publish('a.example', ['mx.example'])
    const result = await sendTo(transport({ localAddresses: inTurn(['::1']) }), 'a.example')
    expect(result).toHaveProperty('reason', 'mx.example has no IPv6 address, as ::1 has')
  })

  it('that may send no more keeps its email', async () => {
    publish('a.example', ['mx.example'])
    const left = ['127.0.0.1', '127.0.0.1']
    const localAddresses = { take: () => left.pop(), giveBack: (address: string) => void left.push(address) }
    const mx = transport({ localAddresses })
    const replies = ['450 4.2.1 later']
    sink.script = { rcpt: () => replies.pop() }
    const kinds: string[] = []
    for (let count = 0; count < 4; count += 1) kinds.push((await sendTo(mx, 'a.example')).kind)
    expect(kinds).toEqual(['deferred', 'accepted', 'accepted', 'unsent'])
  })
})

describe('a recipient that cannot be reached', () => {
  it('has a server with a private address', async () => {
    publish('a.example', ['mx.example'])
    const result = await sendTo(transport({ allowed: [] }), 'a.example')
    expect(result).toMatchObject({ kind: 'deferred', stage: 'connect', reply: null })
    expect(result).toHaveProperty('reason', 'the mail server mx.example has a private address in DNS')
    expect(sink.connections).toBe(0)
  })

  it('has a server on which nothing listens: the reason names it, without advice', async () => {
    publish('a.example', ['mx.example'])
    const result = await sendTo(transport({ port: 9 }), 'a.example')
    expect(result).toMatchObject({ kind: 'deferred', stage: 'connect' })
    expect(result).toHaveProperty('reason', 'nothing accepts connections at mx.example:9')
  })

  it('has no mail server at all', async () => {
    server.set('a.example', 'MX', [{ exchange: '', priority: 0 }])
    expect(await sendTo(transport(), 'a.example')).toMatchObject({ kind: 'rejected', reply: { code: 556 } })
  })
})

describe('TLS', () => {
  it('is used where it is offered, whatever the certificate', async () => {
    publish('a.example', ['mx.example'])
    sink.extensions = [...sink.extensions, 'STARTTLS']
    await sendTo(transport(), 'a.example')
    expect(sink.emails[0]).toMatchObject({ isEncrypted: true })
  })

  it('that fails is left out, and reported', async () => {
    publish('a.example', ['mx.example'])
    sink.extensions = [...sink.extensions, 'STARTTLS']
    sink.script = { starttls: { drop: true } }
    const reported: string[] = []
    await sendTo(transport({ onUnencrypted: (name) => reported.push(name) }), 'a.example')
    expect(sink.emails[0]).toMatchObject({ isEncrypted: false })
    expect(reported).toEqual(['mx.example'])
  })

  const policy: StsPolicy = { mode: 'enforce', servers: ['mx.example'], maxAgeSeconds: 60 }

  it('is required by a policy, with a valid certificate', async () => {
    publish('a.example', ['mx.example'])
    sink.extensions = [...sink.extensions, 'STARTTLS']
    const result = await sendTo(transport({ policy }), 'a.example')
    expect(result).toMatchObject({ kind: 'deferred', stage: 'tls' })
    expect(sink.emails).toHaveLength(0)
  })

  it('is required by a policy, of a server that does not offer it', async () => {
    publish('a.example', ['mx.example'])
    expect(await sendTo(transport({ policy }), 'a.example')).toMatchObject({ kind: 'deferred', stage: 'tls' })
    expect(sink.emails).toHaveLength(0)
  })

  it('is of no use with a server that the policy does not name', async () => {
    publish('a.example', ['other.example'])
    const result = await sendTo(transport({ policy }), 'a.example')
    expect(result).toHaveProperty(
      'reason',
      'no mail server of a.example is one that its MTA-STS policy allows',
    )
    expect(sink.connections).toBe(0)
  })
})
