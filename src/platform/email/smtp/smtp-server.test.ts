// Our client against a server from a library, with its own TLS and AUTH.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { SINK_CERTIFICATE, SINK_KEY } from '../../../../test/support/servers/smtp-sink.ts'
import { composeMessage } from '../mime/compose.ts'
import { dkimSignatures } from '../dkim.ts'
import { verifyDkim, rsaKey } from '../fixtures/dkim-verifier.ts'
import { buildMessage, envelope } from '../fixtures/messages.ts'
import { email, ours, patience, serverAt } from '../fixtures/smtp-client.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { SmtpServer } from './smtp-session.ts'
import type { SendResult } from '../transport.ts'

type ReceivedEmail = {
  bytes: Buffer
  from: string
  to: string[]
  user: string | undefined
  isSecure: boolean
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function startServer(
  options: SMTPServerOptions = {},
): Promise<{ port: number; taken: ReceivedEmail[] }> {
  const taken: ReceivedEmail[] = []
  const server = new SMTPServer({
    cert: SINK_CERTIFICATE,
    key: SINK_KEY,
    authOptional: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'ann' && password === 'secret') done(null, { user: username })
      else done(new Error('wrong password'))
    },
    onRcptTo({ address }, _session, done) {
      done(
        address.startsWith('nobody') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null,
      )
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        taken.push({
          bytes: Buffer.concat(chunks),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          isSecure: session.secure,
        })
        done(null, 'taken')
      })
    },
    ...options,
  })
  // Broken handshakes are reported here; that is what some of the tests are about.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, taken }
}

async function send(server: SmtpServer, bytes = email, to = envelope): Promise<SendResult> {
  const relay = createSmtpTransport(server, { timeouts: patience() })
  const result = await relay.send(to, bytes, ours)
  await relay.close()
  return result
}

const ann = { security: 'required', user: 'ann', password: 'secret' } as const

describe('smtp-server', () => {
  it.each<{
    how: string
    options: SMTPServerOptions
    server: Partial<SmtpServer>
    expected: Partial<ReceivedEmail>
  }>([
    {
      how: 'in clear',
      options: { disabledCommands: ['STARTTLS'] },
      server: {},
      expected: { isSecure: false, user: undefined },
    },
    { how: 'under STARTTLS', options: {}, server: { security: 'required' }, expected: { isSecure: true } },
    {
      how: 'under TLS from the first byte',
      options: { secure: true },
      server: { security: 'implicit' },
      expected: { isSecure: true },
    },
    {
      how: 'with AUTH PLAIN',
      options: { authMethods: ['PLAIN'] },
      server: ann,
      expected: { isSecure: true, user: 'ann' },
    },
    {
      how: 'with AUTH LOGIN',
      options: { authMethods: ['LOGIN'] },
      server: ann,
      expected: { isSecure: true, user: 'ann' },
    },
    { how: 'without pipelining', options: { hidePIPELINING: true }, server: {}, expected: {} },
  ])('takes an email $how, byte for byte', async ({ options, server, expected }) => {
    const { port, taken } = await startServer(options)
    expect(await send(serverAt(port, server))).toMatchObject({ kind: 'accepted', reply: { code: 250 } })
    expect(taken).toHaveLength(1)
    expect(taken[0]).toMatchObject({ from: 'bounce@example.org', to: ['ann@example.net'], ...expected })
    expect(taken[0]?.bytes.equals(email)).toBe(true)
  })

  it('refuses a wrong password, and the email waits', async () => {
    const { port, taken } = await startServer()
    const result = await send(serverAt(port, { security: 'required', user: 'ann', password: 'wrong' }))
    expect(result).toMatchObject({ kind: 'deferred', stage: 'auth', reply: { code: 535 } })
    expect(taken).toEqual([])
  })

  it('that wants a password, and gets none, makes the email wait', async () => {
    const { port } = await startServer({ authOptional: false })
    expect(await send(serverAt(port))).toMatchObject({
      kind: 'deferred',
      stage: 'mail',
      reply: { code: 530 },
    })
  })

  it('has a certificate that does not verify', async () => {
    const { port, taken } = await startServer()
    const result = await send(serverAt(port, { security: 'required', isCertificateChecked: true }))
    expect(result).toMatchObject({ kind: 'deferred', stage: 'tls', reply: null })
    expect(taken).toEqual([])
  })

  it('refuses an unknown recipient, and takes the next email on the same connection', async () => {
    const { port, taken } = await startServer()
    const relay = createSmtpTransport(serverAt(port), { timeouts: patience() })
    const nobody = { ...envelope, to: 'nobody@example.net' as typeof envelope.to }
    expect(await relay.send(nobody, email, ours)).toMatchObject({
      kind: 'rejected',
      stage: 'rcpt',
      reply: { code: 550 },
    })
    expect(await relay.send(envelope, email, ours)).toMatchObject({ kind: 'accepted' })
    await relay.close()
    expect(taken).toHaveLength(1)
  })

  it('refuses an email that is too large before it was sent', async () => {
    const { port } = await startServer({ size: 100 })
    expect(await send(serverAt(port))).toMatchObject({
      kind: 'rejected',
      stage: 'mail',
      reply: { code: 552 },
    })
  })

  it('takes an email of several megabytes', async () => {
    const { port, taken } = await startServer()
    const content = Buffer.alloc(6_000_000, 'lettermill ')
    const file = {
      filename: 'big.bin',
      contentType: 'application/octet-stream',
      disposition: 'attachment',
    } as const
    const bytes = composeMessage(buildMessage({ attachments: [{ ...file, content }] }))
    expect(await send(serverAt(port, { security: 'required' }), bytes)).toMatchObject({ kind: 'accepted' })
    expect(taken[0]?.bytes.equals(bytes)).toBe(true)
  })

  it('hands on a signed email whose signature still holds', async () => {
    const { port, taken } = await startServer()
    const body = composeMessage(buildMessage({ text: Buffer.from('.\n..\n. \n') }))
    const bytes = Buffer.concat([
      dkimSignatures(body, [rsaKey], { now: new Date('2026-01-05T07:08:09Z') }),
      body,
    ])
    expect(await send(serverAt(port), bytes)).toMatchObject({ kind: 'accepted' })
    expect(await verifyDkim(taken[0]?.bytes ?? Buffer.alloc(0))).toEqual(['pass'])
  })
})
