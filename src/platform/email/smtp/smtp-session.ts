// Prepares a connection for email: connect, greeting, TLS, EHLO, AUTH. A refusal here is about us and not about an email,
// so queued emails wait until the operator fixes it.
import { noGreeting, noStartTls } from './connection-problem.ts'
import type { SettingsPlace } from './connection-problem.ts'
import { connectSocket } from './smtp-socket.ts'
import type { SmtpSocket } from './smtp-socket.ts'
import { ConnectionLostError } from './smtp-replies.ts'
import type { SmtpReply, Stage } from '../transport.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte (smtps), STARTTLS required, STARTTLS if offered, or none at all. */
  security: 'implicit' | 'required' | 'opportunistic' | 'none'
  user?: string | undefined
  password?: string | undefined
  /** Instead of a password (XOAUTH2). @throws ConnectionLostError with the reason */
  findAccessToken?: (() => Promise<string>) | undefined
  /** The host name in EHLO. */
  hostname: string
  /** False accepts an untrusted certificate: for mail exchangers, and on one's own machine. */
  isCertificateChecked: boolean
  /** For hosts that tenants choose: the addresses that may be connected to. @throws ConnectionLostError if there are none */
  findAddresses?: (() => Promise<readonly string[]>) | undefined
  /** The address of this machine to connect from. Without it the system chooses. */
  localAddress?: string | undefined
  /** Where its settings are, for texts that say what to correct. */
  settingsIn?: SettingsPlace | undefined
}

export type SmtpTimeouts = {
  connect: number
  greeting: number
  command: number
  data: number
  /** For each chunk of the email. */
  block: number
  dot: number
  /** How long after an email a connection counts as open, without asking. */
  fresh: number
}

/**
 * RFC 5321 section 4.5.3.2: shorter ones cause duplicates. A receiver may process an email for ten minutes after the final
 * dot. The first and the last are ours: a live server accepts a connection within half a minute.
 */
export const TIMEOUTS_MS: SmtpTimeouts = {
  connect: 30_000,
  greeting: 300_000,
  command: 300_000,
  data: 120_000,
  block: 180_000,
  dot: 600_000,
  fresh: 1_000,
}

/** The server refused a command. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly stage: Stage
  readonly reply: SmtpReply
  constructor(stage: Stage, reply: SmtpReply) {
    super(`${reply.code} ${reply.text}`)
    this.stage = stage
    this.reply = reply
  }
}

/** The extensions the server offers: keyword to the whole line (RFC 5321 section 4.1.1.1). */
export type Extensions = ReadonlyMap<string, string>

export type Session = { socket: SmtpSocket; extensions: Extensions }

type SessionOptions = {
  server: SmtpServer
  timeouts: SmtpTimeouts
  /** Called as each stage begins. */
  onStage: (stage: Stage) => void
}

/** @throws {RefusedError | ConnectionLostError}; the socket is closed then */
export async function openSession({ server, timeouts, onStage }: SessionOptions): Promise<Session> {
  onStage('connect')
  let socket = await connectSocket({ ...server, timeoutMs: timeouts.connect })
  const tlsOptions = { ...server, timeoutMs: timeouts.connect }
  try {
    if (server.security === 'implicit') {
      onStage('tls')
      socket = await socket.underTls(tlsOptions)
    }
    expectReply('connect', await greeting(socket, { server, timeouts }), 220)
    let extensions = await sayEhlo(socket, server, timeouts)
    if (server.security === 'required' || server.security === 'opportunistic') {
      onStage('tls')
      if (await isTlsAgreed(socket, extensions, { server, timeouts })) {
        socket = await socket.underTls(tlsOptions)
        // RFC 3207 section 4.2: discard what was learnt before TLS.
        extensions = await sayEhlo(socket, server, timeouts)
      }
    }
    onStage('auth')
    await authenticate(socket, extensions, { server, timeouts })
    return { socket, extensions }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function sayEhlo(
  socket: SmtpSocket,
  { hostname }: SmtpServer,
  { command }: SmtpTimeouts,
): Promise<Extensions> {
  const reply = await socket.command(`EHLO ${hostname}`, command)
  if (reply.code >= 500) {
    // RFC 5321 section 3.2: a server without EHLO may still support HELO, and has no extensions.
    expectReply('connect', await socket.command(`HELO ${hostname}`, command), 250)
    return new Map()
  }
  const [, ...offers] = expectReply('connect', reply, 250).text.split('\n')
  // Old servers write AUTH=PLAIN.
  return new Map(offers.map((offer) => [offer.split(/[ =]/, 1)[0]?.toUpperCase() ?? '', offer.toUpperCase()]))
}

type ServerAndTimeouts = { server: SmtpServer; timeouts: SmtpTimeouts }

async function greeting(socket: SmtpSocket, { server, timeouts }: ServerAndTimeouts): Promise<SmtpReply> {
  try {
    return await socket.reply(timeouts.greeting)
  } catch (error) {
    const isSilent = error instanceof ConnectionLostError && error.isTimeout
    throw isSilent ? new ConnectionLostError(noGreeting(server, timeouts.greeting)) : error
  }
}

async function isTlsAgreed(
  socket: SmtpSocket,
  extensions: Extensions,
  { server, timeouts }: ServerAndTimeouts,
): Promise<boolean> {
  const isRequired = server.security === 'required'
  if (!extensions.has('STARTTLS')) {
    if (isRequired) throw new ConnectionLostError(noStartTls(server))
    return false
  }
  const reply = await socket.command('STARTTLS', timeouts.command)
  if (isRequired) expectReply('tls', reply, 220)
  return reply.code === 220
}

async function authenticate(
  socket: SmtpSocket,
  extensions: Extensions,
  { server, timeouts }: ServerAndTimeouts,
): Promise<void> {
  const { user, password = '', findAccessToken, security } = server
  if (user === undefined) return
  if (!socket.isEncrypted && !socket.isLocal && security !== 'none') {
    throw new ConnectionLostError(noStartTls(server))
  }
  const command = (text: string) => socket.command(text, timeouts.command)
  if (findAccessToken) return presentToken(command, { user, token: await findAccessToken() })
  const methods = extensions.get('AUTH')?.split(/[ =]/) ?? []
  if (methods.includes('LOGIN') && !methods.includes('PLAIN')) {
    expectReply('auth', await command('AUTH LOGIN'), 334)
    expectReply('auth', await command(base64(user)), 334)
    expectReply('auth', await command(base64(password)), 235)
    return
  }
  // RFC 4616 section 2: an empty authorisation identity, the user, the password, with NUL between.
  expectReply('auth', await command(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235)
}

type TokenLogin = { user: string; token: string }

/** https://developers.google.com/workspace/gmail/imap/xoauth2-protocol, which Microsoft 365 speaks too. */
async function presentToken(
  command: (text: string) => Promise<SmtpReply>,
  { user, token }: TokenLogin,
): Promise<void> {
  const reply = await command(`AUTH XOAUTH2 ${base64(`user=${user}\x01auth=Bearer ${token}\x01\x01`)}`)
  // The server explains a refusal in base64, and refuses after the empty answer.
  expectReply('auth', reply.code === 334 ? await command('') : reply, 235)
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

function expectReply(stage: Stage, reply: SmtpReply, code: number): SmtpReply {
  if (reply.code === code) return reply
  throw new RefusedError(stage, reply)
}
