import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { buildMessage, envelope } from '../fixtures/messages.ts'
import { composeMessage } from '../mime/compose.ts'
import { email, ours, patience, serverAt } from '../fixtures/smtp-client.ts'
import type { SmtpServer } from './smtp-session.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { SmtpTransportLimits } from './smtp-transport.ts'
import type { Transport } from '../transport.ts'

const sink = useSmtpSink()
const opened: Transport[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

function transport(limits: Partial<SmtpTransportLimits> = {}): Transport {
  const one = createSmtpTransport(serverAt(sink.port), { timeouts: patience(), ...limits })
  opened.push(one)
  return one
}
const send = (to: Transport) => to.send(envelope, email, ours)

describe('a relay', () => {
  it('sends email after email over one connection', async () => {
    const relay = transport()
    for (let count = 0; count < 5; count += 1) expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(sink.emails).toHaveLength(5)
    expect(sink.connections).toBe(1)
  })

  it('opens as many as there are emails at once, and uses them again', async () => {
    const relay = transport()
    for (let round = 0; round < 3; round += 1) {
      const results = await Promise.all(Array.from({ length: 8 }, () => send(relay)))
      expect(results.every(({ kind }) => kind === 'accepted')).toBe(true)
    }
    expect(sink.emails).toHaveLength(24)
    expect(sink.connections).toBe(8)
  })

  it('brings every email whole, though their Buffers are used again', async () => {
    const relay = transport({ limit: createConnectionLimit({ most: 4 }) })
    const expected: string[] = []
    const sendNumbered = async (number: number) => {
      const text = Buffer.from(`email ${number}\n`.repeat(1 + ((number * 37) % 900)))
      const bytes = composeMessage(buildMessage({ text, html: Buffer.alloc(0) }))
      expected.push(bytes.toString())
      return relay.send(envelope, bytes, ours)
    }
    for (let first = 0; first < 200; first += 8) {
      const results = await Promise.all(Array.from({ length: 8 }, (_, index) => sendNumbered(first + index)))
      expect(results.every(({ kind }) => kind === 'accepted')).toBe(true)
    }
    const arrived = sink.emails.map(({ bytes }) => bytes.toString())
    expect(arrived.toSorted()).toEqual(expected.toSorted())
  })

  it('opens a fresh one after a number of emails, and closes the old one', async () => {
    const relay = transport({ emailsPerConnection: 2 })
    for (let count = 0; count < 5; count += 1) await send(relay)
    expect(sink.connections).toBe(3)
    await eventually(() => expect(sink.commands.filter((one) => one === 'QUIT')).toHaveLength(2))
  })

  it('closes an idle one', async () => {
    const relay = transport({ idleMs: 50 })
    await send(relay)
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.commands.at(-1)).toBe('QUIT')
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
  })

  it('reuses one whose email was refused', async () => {
    const relay = transport()
    sink.script = { rcpt: '550 5.1.1 no such user' }
    expect(await send(relay)).toMatchObject({ kind: 'rejected' })
    sink.script = {}
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(sink.connections).toBe(1)
  })

  it('tells why it has no connection', async () => {
    sink.script = { greeting: '421 4.3.2 too many of you' }
    expect(await send(transport())).toMatchObject({
      kind: 'deferred',
      stage: 'connect',
      reply: { code: 421 },
    })
  })
})

describe('a pooled connection that the server has closed', () => {
  it('and said so, long ago, is not used', async () => {
    const relay = transport()
    await send(relay)
    for (const socket of sink.open) socket.end('421 4.4.2 you are idle\r\n')
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(sink.connections).toBe(2)
  })

  it('or has spoken on unasked, is not used', async () => {
    const relay = transport()
    await send(relay)
    for (const socket of sink.open) socket.write('250 2.0.0 one more\r\n')
    await sleep(100)
    expect(await send(relay)).toMatchObject({ kind: 'accepted', reply: { text: 'queued' } })
    expect(sink.connections).toBe(2)
  })

  it.each([
    ['without a word', { drop: true as const }],
    ['with 421', { pieces: ['421 4.4.2 you are idle\r\n'], drop: true }],
  ])('at this moment, %s, costs nothing but a fresh one', async (_name, act) => {
    const relay = transport()
    await send(relay)
    sink.script = { mail: ({ connection }) => (connection === 1 ? act : undefined) }
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(sink.connections).toBe(2)
    expect(sink.emails).toHaveLength(2)
  })

  it('after the final dot is never retried: the email may have been accepted', async () => {
    const relay = transport()
    await send(relay)
    sink.script = { dot: { drop: true } }
    expect(await send(relay)).toMatchObject({ kind: 'ambiguous' })
    expect(sink.connections).toBe(1)
  })

  it('in the middle of a conversation is not tried again at once', async () => {
    const relay = transport()
    await send(relay)
    sink.script = { rcpt: { pieces: ['421 4.3.2 shutting down\r\n'], drop: true } }
    expect(await send(relay)).toMatchObject({ kind: 'deferred', stage: 'rcpt', reply: { code: 421 } })
    expect(sink.connections).toBe(1)
  })
})

/** Answers as Postfix does to connections over its limit (smtpd_client_connection_count_limit). */
const tooMany = () => ({ pieces: ['421 4.7.0 Error: too many connections from 127.0.0.1\r\n'], drop: true })

describe('a relay that allows fewer connections than we open', () => {
  const allow = (most: number) => {
    sink.script = { greeting: () => (sink.open.size > most ? tooMany() : undefined) }
  }

  it.each([1, 3])('takes every email over the %i that it allows', async (most) => {
    allow(most)
    const relay = transport()
    const results = await Promise.all(Array.from({ length: 60 }, () => send(relay)))
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['accepted']))
    expect(sink.emails).toHaveLength(60)
    expect(relay.limit.current).toBeLessThanOrEqual(most)
  })

  it('is not asked for more again and again', async () => {
    allow(1)
    const relay = transport()
    await Promise.all(Array.from({ length: 10 }, () => send(relay)))
    const opened = sink.connections
    await Promise.all(Array.from({ length: 30 }, () => send(relay)))
    expect(sink.connections).toBe(opened)
  })

  it('gets a fresh connection only when it has closed the one before', async () => {
    allow(1)
    const relay = transport({ emailsPerConnection: 2 })
    const results = await Promise.all(Array.from({ length: 20 }, () => send(relay)))
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['accepted']))
  })

  it('leaves what waits for a connection unsent when it is closed', async () => {
    allow(1)
    const relay = transport()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const sending = relay.send(envelope, email, { ...ours, isLeaseHeld: () => promise })
    await eventually(() => expect(sink.commands).toContain('DATA'))
    const waiting = send(relay)
    await eventually(() => expect(relay.limit.current).toBe(1))
    await relay.close()
    expect(await waiting).toEqual({ kind: 'unsent' })
    resolve(true)
    expect(await sending).toMatchObject({ kind: 'accepted' })
  })

  it('that it refuses when there is no other is a reason to wait for all, without a try for each', async () => {
    allow(0)
    const relay = transport()
    const results = await Promise.all(Array.from({ length: 80 }, () => send(relay)))
    for (const result of results) {
      expect(result).toMatchObject({ kind: 'deferred', stage: 'connect', reply: { code: 421 } })
    }
    expect(sink.connections).toBeLessThanOrEqual(51)
    sink.script = {}
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
  })
})

describe('TLS that is offered, and then fails', () => {
  const broken = { pieces: ['220 2.0.0 go ahead\r\n', 'no TLS\r\n'] }
  const relayWith = (overrides: Partial<SmtpServer> = {}) => {
    const cleared: string[] = []
    const one = createSmtpTransport(serverAt(sink.port, overrides), {
      timeouts: patience(),
      onUnencrypted: (reason) => cleared.push(reason),
    })
    opened.push(one)
    return { relay: one, cleared }
  }
  const isClear = () => sink.emails.map(({ isEncrypted }) => !isEncrypted)

  it.each([
    ['in the handshake', broken],
    ['without a word', { drop: true as const }],
  ])(
    '%s: email goes in clear where nobody asked for TLS, and the operator is told once',
    async (_how, act) => {
      sink.extensions = ['STARTTLS']
      sink.script = { starttls: act }
      const { relay, cleared } = relayWith()
      expect(await send(relay)).toMatchObject({ kind: 'accepted' })
      expect(isClear()).toEqual([true])
      expect(cleared).toHaveLength(1)
      // The next connections do not try again.
      for (const socket of sink.open) socket.destroy()
      await eventually(() => expect(sink.open.size).toBe(0))
      expect(await send(relay)).toMatchObject({ kind: 'accepted' })
      expect(sink.commands.filter((one) => one === 'STARTTLS')).toHaveLength(1)
      expect(cleared).toHaveLength(1)
    },
  )

  it.each<[string, Partial<SmtpServer>]>([
    ['with a password', { user: 'ann', password: 'secret' }],
    ['where TLS is required', { security: 'required' }],
    ['where TLS is required, with a password', { security: 'required', user: 'ann', password: 'secret' }],
  ])('is a reason to wait %s, and nothing is said in clear', async (_when, overrides) => {
    sink.extensions = ['STARTTLS', 'AUTH PLAIN']
    sink.script = { starttls: broken }
    const { relay, cleared } = relayWith(overrides)
    expect(await send(relay)).toMatchObject({ kind: 'deferred', stage: 'tls' })
    expect(sink.commands.filter((one) => /^(?:AUTH|MAIL)/.test(one))).toEqual([])
    expect(sink.emails).toEqual([])
    expect(cleared).toEqual([])
  })
})

describe('the limit of connections', () => {
  it('is never exceeded', async () => {
    let most = 0
    sink.script = {
      greeting: () => {
        most = Math.max(most, sink.open.size)
        return undefined
      },
    }
    const relay = transport({ limit: createConnectionLimit({ most: 4 }) })
    await Promise.all(Array.from({ length: 40 }, () => send(relay)))
    expect(most).toBe(4)
    expect(relay.limit.open).toBe(4)
  })

  it('falls when the relay says 421 in the middle of a conversation, and connections over it are closed', async () => {
    const relay = transport({ limit: createConnectionLimit({ most: 8 }) })
    await Promise.all(Array.from({ length: 8 }, () => send(relay)))
    sink.script = { rcpt: { pieces: ['421 4.7.0 slow down\r\n'], drop: true } }
    expect(await send(relay)).toMatchObject({ kind: 'deferred', reply: { code: 421 } })
    expect(relay.limit.current).toBe(4)
    await eventually(() => expect(sink.open.size).toBe(4))
  })

  it('leaves emails unsent while the relay gives all its connections to another thread', async () => {
    const states = new Int32Array(2)
    const [relay, other] = [0, 1].map((own) =>
      transport({ limit: createConnectionLimit({ threads: { states, own } }) }),
    ) as [Transport, Transport]
    expect(await send(other)).toMatchObject({ kind: 'accepted' })
    sink.script = { greeting: { pieces: ['421 4.7.0 too many connections\r\n'], drop: true } }
    const results = await Promise.all(Array.from({ length: 10 }, () => send(relay)))
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['unsent']))
    const tries = sink.connections
    expect(await send(relay)).toEqual({ kind: 'unsent' })
    expect(sink.connections).toBe(tries)
    sink.script = {}
    await other.close()
    await eventually(() => expect(other.limit.open).toBe(0))
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
  })

  it('counts no connection that was closed', async () => {
    const relay = transport({ idleMs: 50 })
    await Promise.all([send(relay), send(relay), send(relay)])
    await eventually(() => expect(relay.limit.open).toBe(0))
  })
})

describe('closing', () => {
  it('closes all pooled connections', async () => {
    const relay = transport()
    await Promise.all([send(relay), send(relay), send(relay)])
    await relay.close()
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.commands.filter((one) => one === 'QUIT')).toHaveLength(3)
  })

  it('lets an email in flight finish, and then closes', async () => {
    const relay = transport()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const sending = relay.send(envelope, email, { ...ours, isLeaseHeld: () => promise })
    await eventually(() => expect(sink.commands).toContain('DATA'))
    await relay.close()
    resolve(true)
    expect(await sending).toMatchObject({ kind: 'accepted' })
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.commands.at(-1)).toBe('QUIT')
  })
})
