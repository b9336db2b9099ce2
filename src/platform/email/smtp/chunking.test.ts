// Emails by BDAT, to servers of several characters: each gets the reply that is its own, and none arrives twice.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import type { SinkAction, SinkStage } from '../../../../test/support/servers/smtp-sink.ts'
import { buildMessage, envelope } from '../fixtures/messages.ts'
import { email, openConnection, ours, patience, serverAt } from '../fixtures/smtp-client.ts'
import { composeMessage } from '../mime/compose.ts'
import type { SendHooks, Transport } from '../transport.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const sink = useSmtpSink()
beforeEach(() => void (sink.extensions = [...sink.extensions, 'CHUNKING']))

const opened: Transport[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

function transport({ most = 1 } = {}): Transport {
  const limit = createConnectionLimit({ most })
  const one = createSmtpTransport(serverAt(sink.port), { timeouts: patience(), limit })
  opened.push(one)
  return one
}

/** The commands about emails so far, without arguments. */
const said = (): string[] =>
  sink.commands.map((line) => line.replace(/ FROM.*| TO.*/, '').replace(/\d{2,}/, 'n')).slice(1)

const BY_DATA = ['MAIL', 'RCPT', 'DATA']
const BY_CHUNK = ['MAIL', 'RCPT', 'BDAT n', 'BDAT n LAST']
const WHOLE = ['MAIL', 'RCPT', 'BDAT n LAST']

/** A connection that has sent so many emails. */
async function openUsed(emails: number, timeouts = patience()) {
  const connection = await openConnection(serverAt(sink.port), timeouts)
  for (let sent = 0; sent < emails; sent += 1) {
    expect(await connection.send(envelope, Buffer.from(email), ours)).toMatchObject({ kind: 'accepted' })
  }
  sink.commands = ['EHLO']
  sink.emails = []
  return { connection, send: (hooks = ours) => connection.send(envelope, Buffer.from(email), hooks) }
}

/** The number of emails before the one that is tested, by its way. */
const WAYS = [
  ['after its first line', 1],
  ['in one write', 2],
] as const

describe('emails on one connection', () => {
  it('go by DATA first, then by BDAT, then in one write, each as it is and with a reply of its own', async () => {
    sink.script = { dot: ({ email: number }) => `250 2.0.0 queued as ${number}` }
    const connection = await openConnection(serverAt(sink.port))
    const texts = ['.', 'a\n.\nb', '..', 'c\n..\n.', 'd']
    for (const [index, text] of texts.entries()) {
      const bytes = composeMessage(buildMessage({ text: Buffer.from(text), html: Buffer.alloc(0) }))
      const copy = Buffer.from(bytes)
      const result = await connection.send(envelope, bytes, ours)
      expect(result).toMatchObject({ kind: 'accepted', reply: { text: `queued as ${index + 1}` } })
      expect(sink.emails[index]?.bytes.equals(copy)).toBe(true)
    }
    expect(said()).toEqual([...BY_DATA, ...BY_CHUNK, ...WHOLE, ...WHOLE, ...WHOLE])
    void connection.close()
  })

  it.each(['CHUNKING', 'PIPELINING'])('all go by DATA without %s', async (missing) => {
    sink.extensions = sink.extensions.filter((one) => one !== missing)
    await openUsed(2)
    const { send } = await openUsed(2)
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(said()).toEqual(BY_DATA)
  })

  it.each([
    ['long', Buffer.from(`${'x'.repeat(70)}\r\n`.repeat(1_000))],
    ['without a line end', Buffer.from('Subject: x\r\n\r\nx')],
  ])('go by DATA when one is %s', async (_what, bytes) => {
    const { connection } = await openUsed(2)
    expect(await connection.send(envelope, bytes, ours)).toMatchObject({ kind: 'accepted' })
    expect(said()).toEqual(BY_DATA)
  })

  it('ask first after a pause', async () => {
    const { send } = await openUsed(2, patience({ fresh: 0 }))
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(said()).toEqual(BY_CHUNK)
  })
})

describe.each(WAYS)('an email by BDAT, %s,', (way, before) => {
  const commands = way === 'in one write' ? WHOLE : BY_CHUNK

  it.each<[SinkStage, string, object]>([
    ['mail', '451 4.3.0 later', { kind: 'deferred', stage: 'mail', reply: { code: 451 } }],
    ['mail', '550 5.7.1 no', { kind: 'rejected', stage: 'mail', reply: { code: 550 } }],
    ['rcpt', '450 4.2.0 later', { kind: 'deferred', stage: 'rcpt', reply: { code: 450 } }],
    ['rcpt', '550 5.1.1 no such user', { kind: 'rejected', stage: 'rcpt', reply: { code: 550 } }],
    ['dot', '451 4.3.0 later', { kind: 'deferred', stage: 'dot', reply: { code: 451 } }],
    ['dot', '554 5.7.1 spam', { kind: 'rejected', stage: 'dot', reply: { code: 554 } }],
  ])('refused at %s with %s, is told so, and the next one starts over', async (stage, reply, expected) => {
    const { connection, send } = await openUsed(before)
    sink.script = { [stage]: reply, ...(stage === 'mail' && { rcpt: '503 5.5.1 MAIL first' }) }
    expect(await send()).toMatchObject(expected)
    expect(sink.emails).toEqual([])
    sink.script = {}
    sink.commands = ['EHLO']
    expect(connection.isUsable).toBe(true)
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(said()).toEqual(['RSET', ...BY_DATA])
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(sink.emails).toHaveLength(2)
  })

  it('is accepted by a server that answers in pieces', async () => {
    const { send } = await openUsed(before)
    const pieces = ['2', '50-2.0.0 wait\r\n25', '0 2.0.0 queued\r', '\n']
    sink.script = { mail: { pieces }, rcpt: { pieces }, dot: { pieces } }
    expect(await send()).toMatchObject({ kind: 'accepted', reply: { text: 'wait\nqueued' } })
    sink.script = {}
    expect(await send()).toMatchObject({ kind: 'accepted', reply: { text: 'queued' } })
    expect(sink.emails).toHaveLength(2)
    expect(sink.commands.slice(1, 1 + commands.length).at(-1)).toMatch(/^BDAT \d+ LAST$/)
  })

  it.each<[string, SinkAction]>([
    ['lost', { drop: true }],
    ['silent', { hang: true }],
  ])('is ambiguous when the connection is %s after it', async (_what, action) => {
    const { connection, send } = await openUsed(before, patience({ dot: 2_000 }))
    sink.script = { dot: action }
    expect(await send()).toMatchObject({ kind: 'ambiguous' })
    expect(connection.isUsable).toBe(false)
  })

  it('keeps the refusal of its recipient when the connection is lost later', async () => {
    const { send } = await openUsed(before)
    sink.script = { rcpt: '550 5.1.1 no such user', bdat: { drop: true }, dot: { drop: true } }
    expect(await send()).toMatchObject({ kind: 'rejected', stage: 'rcpt', reply: { code: 550 } })
  })

  it('closes the connection to a server that takes an email for nobody', async () => {
    const { connection, send } = await openUsed(before)
    sink.script = { rcpt: '550 5.1.1 no such user', bdat: '250 ok', dot: '250 ok' }
    expect(await send()).toMatchObject({ kind: 'rejected', stage: 'rcpt' })
    expect(connection.isUsable).toBe(false)
  })

  it.each([421, 534])('is about the session with %i', async (code) => {
    const { connection, send } = await openUsed(before)
    sink.script = { mail: `${code} 4.7.0 not now` }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'mail', reply: { code } })
    expect(connection.isUsable).toBe(false)
  })
})

describe('an email in one write', () => {
  it('says nothing before the results of enough earlier ones are stored, and looks again after that', async () => {
    const { send } = await openUsed(2)
    const asked: string[] = []
    const hooks: SendHooks = {
      isLeaseHeld: () => Promise.resolve(asked.push('lease') > 0 && sink.commands.length === 1),
      canStart: () => Promise.resolve(asked.push('start') > 0 && sink.commands.length === 1),
    }
    expect(await send(hooks)).toMatchObject({ kind: 'accepted' })
    expect(asked).toEqual(['lease', 'start', 'lease'])
  })

  it.each(['isLeaseHeld', 'canStart'] as const)('is not begun when %s says no', async (hook) => {
    const { connection, send } = await openUsed(2)
    expect(await send({ ...ours, [hook]: () => Promise.resolve(false) })).toEqual({ kind: 'unsent' })
    expect(said()).toEqual([])
    expect(connection.isUsable).toBe(true)
    expect(await send()).toMatchObject({ kind: 'accepted' })
  })

  it('is not begun when the lease is lost during the last look', async () => {
    const { send } = await openUsed(2)
    let isHeld = true
    const hooks: SendHooks = {
      isLeaseHeld: () => Promise.resolve(isHeld),
      canStart() {
        isHeld = false
        return Promise.resolve(true)
      },
    }
    expect(await send(hooks)).toEqual({ kind: 'unsent' })
    expect(said()).toEqual([])
  })
})

describe('a relay that offers CHUNKING', () => {
  const send = (relay: Transport) => relay.send(envelope, Buffer.from(email), ours)

  it.each<[string, SinkStage, string]>([
    ['does not know BDAT', 'bdat', '500 5.5.2 what?'],
    ['does not want it', 'bdat', '502 5.5.1 not implemented'],
    ['is out of step', 'bdat', '503 5.5.1 bad sequence'],
    ['refuses it for now', 'bdat', '451 4.3.0 later'],
    ['refuses the last chunk', 'dot', '503 5.5.1 bad sequence'],
  ])('and %s gets the email by DATA, once, and no BDAT any more', async (_what, stage, reply) => {
    const emails = stage === 'bdat' ? 2 : 3
    const relay = transport()
    for (let sent = 1; sent < emails; sent += 1) expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    sink.script = {
      [stage]: ({ connection }: { connection: number }) => (connection === 1 ? reply : undefined),
    }
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(sink.emails).toHaveLength(emails)
    sink.commands = []
    for (let more = 0; more < 3; more += 1) expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(said().filter((one) => one.startsWith('BDAT'))).toEqual([])
    expect(sink.emails).toHaveLength(emails + 3)
  })

  it.each<[SinkStage, number, string]>([
    ['bdat', 2, 'deferred'],
    ['dot', 3, 'ambiguous'],
  ])('and hangs up at %s gets no BDAT any more', async (stage, emails, kind) => {
    const relay = transport()
    for (let sent = 1; sent < emails; sent += 1) await send(relay)
    sink.script = { [stage]: { drop: true } }
    expect(await send(relay)).toMatchObject({ kind })
    sink.script = {}
    sink.commands = []
    for (let more = 0; more < 3; more += 1) expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(said().filter((one) => one.startsWith('BDAT'))).toEqual([])
  })

  it('gets BDAT again after an email that lost its lease while it waited', async () => {
    const relay = transport()
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    const hooks: SendHooks = { ...ours, isLeaseHeld: () => Promise.resolve(false) }
    const lost = await relay.send(envelope, Buffer.from(email), hooks)
    expect(lost).toMatchObject({ kind: 'deferred', stage: 'data' })
    expect(said()).toEqual([...BY_DATA, ...BY_CHUNK.slice(0, -1)])
    sink.commands = []
    for (let more = 0; more < 3; more += 1) expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(said()).toEqual([...BY_DATA, ...BY_CHUNK, ...WHOLE])
  })

  it('gives every email its own reply, whatever happens to others, and takes none twice', async () => {
    const relay = transport({ most: 4 })
    const troubles: [SinkStage, SinkAction][] = [
      ['mail', '451 4.3.0 later'],
      ['rcpt', '550 5.1.1 no such user'],
      ['rcpt', '421 4.3.2 closing'],
      ['dot', '452 4.3.1 full'],
      ['dot', '554 5.7.1 spam'],
      ['mail', { drop: true }],
    ]
    const results = new Map<string, string>()
    const sendTo = async (number: number) => {
      const to = `reader${number}@example.net` as typeof envelope.to
      const bytes = composeMessage(
        buildMessage({ text: Buffer.from(`for ${number}`), html: Buffer.alloc(0) }),
      )
      const { kind } = await relay.send({ ...envelope, to }, bytes, ours)
      results.set(to, kind)
    }
    for (let round = 0; round < 20; round += 1) {
      const [stage, action] = troubles[round % troubles.length] ?? ['mail', '250 ok']
      let isDone = false
      const once = () => {
        if (isDone || round % 2 === 0) return undefined
        isDone = true
        return action
      }
      sink.script = { [stage]: once }
      await Promise.all(Array.from({ length: 6 }, (_, index) => sendTo(round * 6 + index)))
    }
    const arrivals = sink.emails.map(({ to }) => to[0] ?? '')
    expect(new Set(arrivals).size).toBe(arrivals.length)
    const accepted = [...results].filter(([, kind]) => kind === 'accepted').map(([to]) => to)
    const unknown = new Set([...results].filter(([, kind]) => kind === 'ambiguous').map(([to]) => to))
    expect(arrivals.filter((to) => !unknown.has(to)).toSorted()).toEqual(accepted.toSorted())
    for (const { to, bytes } of sink.emails) {
      expect(bytes.toString()).toContain(`for ${/\d+/.exec(to[0] ?? '')?.[0]}\r\n`)
    }
    expect(said()).toContain('BDAT n LAST')
  })
})
