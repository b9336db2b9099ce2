import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { useSmtpSink } from '../../../test/support/smtp-sink.ts'
import { envelope } from './fixtures/messages.ts'
import { mail, ours, patience, serverAt } from './fixtures/smtp-client.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { SmtpTransportLimits } from './smtp-transport.ts'
import type { Transport } from './transport.ts'

const sink = useSmtpSink()
const opened: Transport[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

function transport(limits: Partial<SmtpTransportLimits> = {}): Transport {
  const one = createSmtpTransport(serverAt(sink.port), { timeouts: patience(), ...limits })
  opened.push(one)
  return one
}
const send = (to: Transport) => to.send(envelope, mail, ours)

describe('a relay', () => {
  it('sends mail after mail over one connection', async () => {
    const relay = transport()
    for (let count = 0; count < 5; count += 1) expect(await send(relay)).toMatchObject({ kind: 'accepted' })
    expect(sink.mails).toHaveLength(5)
    expect(sink.connections).toBe(1)
  })

  it('opens as many as there are mails at once, and uses them again', async () => {
    const relay = transport()
    for (let round = 0; round < 3; round += 1) {
      const results = await Promise.all(Array.from({ length: 8 }, () => send(relay)))
      expect(results.every(({ kind }) => kind === 'accepted')).toBe(true)
    }
    expect(sink.mails).toHaveLength(24)
    expect(sink.connections).toBe(8)
  })

  it('takes a fresh one after a number of mails, and says goodbye to the old', async () => {
    const relay = transport({ mailsAConnection: 2 })
    for (let count = 0; count < 5; count += 1) await send(relay)
    expect(sink.connections).toBe(3)
    await eventually(() => expect(sink.commands.filter((one) => one === 'QUIT')).toHaveLength(2))
  })

  it('says goodbye to one that nobody uses', async () => {
    const relay = transport({ idleMs: 50 })
    await send(relay)
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.commands.at(-1)).toBe('QUIT')
    expect(await send(relay)).toMatchObject({ kind: 'accepted' })
  })

  it('keeps one whose mail was refused', async () => {
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

describe('a kept connection that the server has left', () => {
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
    expect(sink.mails).toHaveLength(2)
  })

  it('after the final dot is never tried again: the mail may have been taken', async () => {
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

describe('closing', () => {
  it('says goodbye on everything that is kept', async () => {
    const relay = transport()
    await Promise.all([send(relay), send(relay), send(relay)])
    await relay.close()
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.commands.filter((one) => one === 'QUIT')).toHaveLength(3)
  })

  it('lets a mail on its way finish, and then says goodbye', async () => {
    const relay = transport()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const sending = relay.send(envelope, mail, { isStillOurs: () => promise })
    await eventually(() => expect(sink.commands).toContain('DATA'))
    await relay.close()
    resolve(true)
    expect(await sending).toMatchObject({ kind: 'accepted' })
    await eventually(() => expect(sink.open.size).toBe(0))
    expect(sink.commands.at(-1)).toBe('QUIT')
  })
})
