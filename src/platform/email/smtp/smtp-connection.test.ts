import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import type { SinkAction, SinkStage } from '../../../../test/support/servers/smtp-sink.ts'
import { address, envelope } from '../fixtures/messages.ts'
import { email, openConnection, ours, patience, sendOne, serverAt } from '../fixtures/smtp-client.ts'
import type { SmtpTimeouts } from './smtp-session.ts'
import type { Stage } from '../transport.ts'

const sink = useSmtpSink()
const server = (overrides = {}) => serverAt(sink.port, overrides)
const send = (options = {}) => sendOne({ server: server(), ...options })
const withoutPipelining = () => (sink.extensions = sink.extensions.filter((one) => one !== 'PIPELINING'))

const drop: SinkAction = { drop: true }
const hang: SinkAction = { hang: true }

/** The stage in the test server, and our name for it. */
const STAGES: [SinkStage, Stage][] = [
  ['greeting', 'connect'],
  ['ehlo', 'connect'],
  ['mail', 'mail'],
  ['rcpt', 'rcpt'],
  ['data', 'data'],
]

describe.each([
  ['with pipelining', () => undefined],
  ['without pipelining', withoutPipelining],
])('an email, %s,', (_name, prepare) => {
  it('is handed over as it is, with the reply of the server', async () => {
    prepare()
    expect(await send()).toEqual({
      kind: 'accepted',
      reply: { code: 250, enhancedCode: '2.0.0', text: 'queued' },
      isDelivered: false,
    })
    expect(sink.emails).toHaveLength(1)
    expect(sink.emails[0]).toMatchObject({
      from: 'bounce@example.org',
      to: ['ann@example.net'],
      isEncrypted: false,
    })
    expect(sink.emails[0]?.bytes.equals(email)).toBe(true)
    expect(sink.commands).toContain(`MAIL FROM:<bounce@example.org> SIZE=${email.length}`)
  })

  it.each(STAGES)('is deferred when the connection is lost at %s', async (stage, ourStage) => {
    prepare()
    sink.script = { [stage]: drop }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: ourStage, reply: null })
    expect(sink.emails).toEqual([])
  })

  it('is ambiguous when the connection is lost after the final dot', async () => {
    prepare()
    sink.script = { dot: drop }
    expect(await send()).toMatchObject({ kind: 'ambiguous', reason: 'the server closed the connection' })
  })

  it.each<[SinkStage, Stage, keyof SmtpTimeouts]>([
    ['greeting', 'connect', 'greeting'],
    ['ehlo', 'connect', 'command'],
    ['mail', 'mail', 'command'],
    ['rcpt', 'rcpt', 'command'],
    ['data', 'data', 'data'],
  ])('is deferred when the server is silent at %s', async (stage, ourStage, timeout) => {
    prepare()
    sink.script = { [stage]: hang }
    const result = await send({ timeouts: patience({ [timeout]: 150 }) })
    expect(result).toMatchObject({
      kind: 'deferred',
      stage: ourStage,
      reply: null,
      reason: expect.stringContaining('within 0.15 s') as unknown,
    })
  })

  it('is ambiguous when the server is silent after the final dot', async () => {
    prepare()
    sink.script = { dot: hang }
    expect(await send({ timeouts: patience({ dot: 150 }) })).toMatchObject({ kind: 'ambiguous' })
  })

  it.each<[SinkStage, Stage]>([...STAGES, ['dot', 'dot']])(
    'is deferred by 451 at %s',
    async (stage, ourStage) => {
      prepare()
      sink.script = { [stage]: '451 4.3.0 try again later' }
      expect(await send()).toMatchObject({
        kind: 'deferred',
        stage: ourStage,
        reply: { code: 451, enhancedCode: '4.3.0', text: 'try again later' },
      })
      expect(sink.emails).toEqual([])
    },
  )

  it.each<[SinkStage, Stage]>([
    ['mail', 'mail'],
    ['rcpt', 'rcpt'],
    ['data', 'data'],
    ['dot', 'dot'],
  ])('is rejected by 550 at %s', async (stage, ourStage) => {
    prepare()
    sink.script = { [stage]: '550 5.1.1 no such user' }
    const reply = { code: 550, enhancedCode: '5.1.1', text: 'no such user' }
    expect(await send()).toEqual({ kind: 'rejected', stage: ourStage, reply })
    expect(sink.emails).toEqual([])
  })

  it('waits when the server refuses us at the greeting, for good or not', async () => {
    prepare()
    sink.script = { greeting: '554 5.7.1 your address is listed' }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'connect', reply: { code: 554 } })
  })

  it.each([421, 500, 502, 503, 530, 535, 538])(
    'waits when %i at RCPT speaks of the session',
    async (code) => {
      prepare()
      sink.script = { rcpt: `${code} 5.7.0 not like this` }
      const connection = await openConnection(server())
      expect(await connection.send(envelope, email, ours)).toMatchObject({
        kind: 'deferred',
        stage: 'rcpt',
        reply: { code },
      })
      expect(connection.isUsable).toBe(false)
    },
  )

  it('keeps the 421 of a server that closes in between', async () => {
    prepare()
    sink.script = { rcpt: { pieces: ['421 4.3.2 shutting down\r\n'], drop: true } }
    expect(await send()).toMatchObject({
      kind: 'deferred',
      stage: 'rcpt',
      reply: { code: 421, enhancedCode: '4.3.2' },
    })
  })

  it('keeps the refusal of a server that closes right after it', async () => {
    prepare()
    sink.script = { rcpt: { pieces: ['550 5.1.1 no such user\r\n'], drop: true } }
    expect(await send()).toMatchObject({ kind: 'rejected', stage: 'rcpt', reply: { code: 550 } })
  })

  it('is not sent to a server that wants data although it refused the recipient', async () => {
    prepare()
    sink.script = { rcpt: '550 5.1.1 no such user', data: '354 go on' }
    expect(await send()).toMatchObject({ kind: 'rejected', stage: 'rcpt' })
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.emails).toEqual([])
  })

  it('is not begun when it may not be, and the connection stays good for the next', async () => {
    prepare()
    const connection = await openConnection(server())
    const before = sink.commands.length
    const hooks = { ...ours, canStart: () => Promise.resolve(false) }
    expect(await connection.send(envelope, email, hooks)).toEqual({ kind: 'unsent' })
    expect(sink.commands).toHaveLength(before)
    expect(await connection.send(envelope, email, ours)).toMatchObject({ kind: 'accepted' })
    await connection.close()
  })

  it('is dropped before its end when the lease was lost', async () => {
    prepare()
    const connection = await openConnection(server())
    const result = await connection.send(envelope, email, {
      ...ours,
      isLeaseHeld: () => Promise.resolve(false),
    })
    expect(result).toMatchObject({
      kind: 'deferred',
      stage: 'data',
      reason: 'the lease on this email was lost',
    })
    expect(connection.isUsable).toBe(false)
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.emails).toEqual([])
  })

  it('is dropped before its end when the lease cannot be checked', async () => {
    prepare()
    const hooks = { ...ours, isLeaseHeld: () => Promise.reject(new Error('the database is away')) }
    expect(await send({ hooks })).toMatchObject({
      kind: 'deferred',
      stage: 'data',
      reason: 'the database is away',
    })
    expect(sink.emails).toEqual([])
  })

  it('starts over after a refused one', async () => {
    prepare()
    const connection = await openConnection(server())
    sink.script = { rcpt: '550 5.1.1 no such user' }
    expect(await connection.send(envelope, email, ours)).toMatchObject({ kind: 'rejected' })
    sink.script = {}
    expect(await connection.send(envelope, email, ours)).toMatchObject({ kind: 'accepted' })
    expect(await connection.send(envelope, email, ours)).toMatchObject({ kind: 'accepted' })
    expect(sink.commands.filter((one) => one === 'RSET')).toHaveLength(1)
    expect(sink.connections).toBe(1)
    expect(connection.sent).toBe(2)
  })

  it.each<[string, SinkAction]>([
    ['refuses to', '500 5.5.1 what?'],
    ['is too busy to', '421 4.3.2 bye'],
    ['is silent when it has to', hang],
    ['closes when it has to', drop],
  ])('is deferred where a server %s start over', async (_what, rset) => {
    prepare()
    const connection = await openConnection(server(), patience({ command: 300 }))
    sink.script = { rcpt: '550 5.1.1 no such user' }
    expect(await connection.send(envelope, email, ours)).toMatchObject({ kind: 'rejected' })
    sink.script = { rset }
    expect(await connection.send(envelope, email, ours)).toMatchObject({
      kind: 'deferred',
      stage: 'mail',
      reply: null,
    })
    expect(connection.isUsable).toBe(false)
    expect(sink.emails).toEqual([])
  })
})

describe('in the middle of an email', () => {
  const large = Buffer.concat([email, Buffer.from('x'.repeat(70).concat('\r\n').repeat(300_000))])

  it('a lost connection means that the email was not accepted', async () => {
    sink.dropAfterDataBytes = 100_000
    expect(await send({ bytes: large })).toMatchObject({ kind: 'deferred', stage: 'data', reply: null })
    expect(sink.emails).toEqual([])
  })

  it('a connection lost during the check of the lease does, too', async () => {
    sink.dropAfterDataBytes = 10
    const hooks = {
      ...ours,
      async isLeaseHeld() {
        await eventually(() => expect(sink.open.size).toBe(0))
        return sleep(50, true)
      },
    }
    expect(await send({ hooks, bytes: large })).toMatchObject({
      kind: 'deferred',
      stage: 'data',
      reply: null,
    })
  })

  it('a server that stops reading is disconnected', async () => {
    sink.isDeaf = true
    const result = await send({ bytes: large, timeouts: patience({ block: 300 }) })
    expect(result).toMatchObject({ kind: 'deferred', stage: 'data', reason: 'no byte was taken for 0.3 s' })
  })

  it.each([
    [552, 'rejected'],
    [452, 'deferred'],
    [421, 'deferred'],
    [250, 'deferred'],
  ])('a server that says %i has its say, and does not get the end', async (code, kind) => {
    sink.script = { data: { pieces: ['354 go on\r\n', `${code} 5.3.4 enough\r\n`] } }
    const hooks = { ...ours, isLeaseHeld: () => sleep(200, true) }
    expect(await send({ hooks })).toMatchObject({ kind, stage: 'data' })
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.emails).toEqual([])
  })
})

describe('the answer to the final dot', () => {
  it.each([200, 250, 251, 252])('%i is a yes', async (code) => {
    sink.script = { dot: `${code} as you like` }
    expect(await send()).toMatchObject({ kind: 'accepted', reply: { code } })
  })

  it.each<[string, SinkAction]>([
    ['354', '354 go on'],
    ['something that is no reply', 'yes, thank you'],
  ])('leaves it open where it is %s', async (_what, dot) => {
    sink.script = { dot }
    expect(await send()).toMatchObject({ kind: 'ambiguous' })
  })
})

describe('what cannot be said', () => {
  it.each([
    ['a return path', { ...envelope, from: 'a@b>\r\nRCPT TO:<evil@example.com' }],
    ['a recipient', { ...envelope, to: address('a@b>\r\nDATA') }],
    ['a recipient with NUL', { ...envelope, to: address('a\0@b') }],
    ['a recipient that is not ASCII', { ...envelope, to: address('ä@example.org') }],
  ])('is not said: %s with more in it', async (_what, evil) => {
    const connection = await openConnection(server())
    expect(await connection.send(evil, email, ours)).toMatchObject({
      kind: 'deferred',
      stage: 'mail',
      reply: null,
    })
    expect(sink.commands).toEqual(['EHLO client.test'])
  })

  it('the empty return path of a bounce is', async () => {
    const connection = await openConnection(server())
    expect(await connection.send({ ...envelope, from: '' }, email, ours)).toMatchObject({ kind: 'accepted' })
    expect(sink.emails[0]?.from).toBe('')
  })

  it('and the size is not where the server has not asked for it', async () => {
    sink.extensions = []
    await send()
    expect(sink.commands).toContain('MAIL FROM:<bounce@example.org>')
  })
})

async function portOf(listener: Server): Promise<number> {
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  return (listener.address() as AddressInfo).port
}

it('a server that is not there is a reason to wait', async () => {
  const nobody = createServer()
  const port = await portOf(nobody)
  await once(nobody.close(), 'close')
  const result = await sendOne({ server: serverAt(port) })
  expect(result).toMatchObject({ kind: 'deferred', stage: 'connect', reply: null })
})

it('a connection that was closed takes no email', async () => {
  const connection = await openConnection(server())
  connection.destroy()
  expect(await connection.send(envelope, email, ours)).toMatchObject({
    kind: 'deferred',
    stage: 'mail',
    reply: null,
  })
})

it('MAIL, RCPT and DATA go out in one packet where the server offers it, RSET with them', async () => {
  const packets: string[] = []
  const counting = createServer((socket) => {
    socket.write('220 hi\r\n')
    socket.on('data', (chunk: Buffer) => {
      packets.push(chunk.toString())
      const refusal = '250 a\r\n550 b\r\n503 c\r\n'
      const answers = ['250-hi\r\n250 PIPELINING\r\n', refusal, `250 reset\r\n${refusal}`]
      socket.write(answers[packets.length - 1] ?? '')
    })
  })
  const connection = await openConnection(serverAt(await portOf(counting)))
  const commands = 'MAIL FROM:<bounce@example.org>\r\nRCPT TO:<ann@example.net>\r\nDATA\r\n'
  await connection.send(envelope, email, ours)
  await connection.send(envelope, email, ours)
  expect(packets.slice(1)).toEqual([commands, `RSET\r\n${commands}`])
  connection.destroy()
  counting.close()
})
