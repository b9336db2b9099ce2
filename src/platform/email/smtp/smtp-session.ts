// From nothing to a line on which email can be sent: connect, greeting, TLS, EHLO, AUTH. A refusal here is about us and
// not about an email, so whatever waits to be sent keeps waiting until the operator fixes it.
import { noGreeting, noStartTls } from './connection-problem.ts'
import { connectLine } from './smtp-line.ts'
import type { SmtpLine } from './smtp-line.ts'
import { LineLostError } from './smtp-replies.ts'
import type { SmtpReply, Stage } from '../transport.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte (smtps), STARTTLS or no email, STARTTLS where it is offered, or none at all. */
  security: 'implicit' | 'required' | 'opportunistic' | 'none'
  user?: string | undefined
  password?: string | undefined
  /** How we introduce ourselves. */
  hostname: string
  /** False lets a certificate pass that nobody vouches for: to mail exchangers, and on one's own machine. */
  isCertificateChecked: boolean
}

export type SmtpTimeouts = {
  connect: number
  greeting: number
  command: number
  data: number
  /** For each piece of the email. */
  block: number
  dot: number
}

/**
 * RFC 5321 section 4.5.3.2: shorter ones make emails come twice. A receiver may look at an email for ten minutes after
 * the final dot. Only the first is ours: nobody who lives needs half a minute to take a connection.
 */
export const TIMEOUTS_MS: SmtpTimeouts = {
  connect: 30_000,
  greeting: 300_000,
  command: 300_000,
  data: 120_000,
  block: 180_000,
  dot: 600_000,
}

/** The server said no. */
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

/** What the server offers: keyword to the whole line (RFC 5321 section 4.1.1.1). */
export type Extensions = ReadonlyMap<string, string>

export type Session = { line: SmtpLine; extensions: Extensions }

type Opening = {
  server: SmtpServer
  timeouts: SmtpTimeouts
  /** Told of each stage as it begins. */
  onStage: (stage: Stage) => void
}

/** @throws {RefusedError | LineLostError}; nothing stays open then */
export async function openSession({ server, timeouts, onStage }: Opening): Promise<Session> {
  onStage('connect')
  let line = await connectLine({ ...server, timeoutMs: timeouts.connect })
  const wish = { ...server, timeoutMs: timeouts.connect }
  try {
    if (server.security === 'implicit') {
      onStage('tls')
      line = await line.underTls(wish)
    }
    expectReply('connect', await greeting(line, { server, timeouts }), 220)
    let extensions = await introduce(line, server, timeouts)
    if (server.security === 'required' || server.security === 'opportunistic') {
      onStage('tls')
      if (await isTlsAgreed(line, extensions, { server, timeouts })) {
        line = await line.underTls(wish)
        // RFC 3207 section 4.2: what was learnt before TLS is forgotten.
        extensions = await introduce(line, server, timeouts)
      }
    }
    onStage('auth')
    await authenticate(line, extensions, { server, timeouts })
    return { line, extensions }
  } catch (error) {
    line.destroy()
    throw error
  }
}

async function introduce(
  line: SmtpLine,
  { hostname }: SmtpServer,
  { command }: SmtpTimeouts,
): Promise<Extensions> {
  const reply = await line.command(`EHLO ${hostname}`, command)
  if (reply.code >= 500) {
    // RFC 5321 section 3.2: a server that knows no EHLO may still know HELO, and has no extensions.
    expectReply('connect', await line.command(`HELO ${hostname}`, command), 250)
    return new Map()
  }
  const [, ...offers] = expectReply('connect', reply, 250).text.split('\n')
  // Old servers write AUTH=PLAIN.
  return new Map(offers.map((offer) => [offer.split(/[ =]/, 1)[0]?.toUpperCase() ?? '', offer.toUpperCase()]))
}

type Terms = { server: SmtpServer; timeouts: SmtpTimeouts }

async function greeting(line: SmtpLine, { server, timeouts }: Terms): Promise<SmtpReply> {
  try {
    return await line.reply(timeouts.greeting)
  } catch (error) {
    const isSilent = error instanceof LineLostError && error.isTimeout
    throw isSilent ? new LineLostError(noGreeting(server, timeouts.greeting)) : error
  }
}

async function isTlsAgreed(
  line: SmtpLine,
  extensions: Extensions,
  { server, timeouts }: Terms,
): Promise<boolean> {
  const isRequired = server.security === 'required'
  if (!extensions.has('STARTTLS')) {
    if (isRequired) throw new LineLostError(noStartTls(server))
    return false
  }
  const reply = await line.command('STARTTLS', timeouts.command)
  if (isRequired) expectReply('tls', reply, 220)
  return reply.code === 220
}

async function authenticate(
  line: SmtpLine,
  extensions: Extensions,
  { server, timeouts }: Terms,
): Promise<void> {
  const { user, password = '', security } = server
  if (user === undefined) return
  if (!line.isEncrypted && !line.isLocal && security !== 'none') {
    throw new LineLostError(noStartTls(server))
  }
  const say = (text: string) => line.command(text, timeouts.command)
  const methods = extensions.get('AUTH')?.split(/[ =]/) ?? []
  if (methods.includes('LOGIN') && !methods.includes('PLAIN')) {
    expectReply('auth', await say('AUTH LOGIN'), 334)
    expectReply('auth', await say(base64(user)), 334)
    expectReply('auth', await say(base64(password)), 235)
    return
  }
  // RFC 4616 section 2: an empty authorisation identity, the user, the password, with NUL between.
  expectReply('auth', await say(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235)
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

function expectReply(stage: Stage, reply: SmtpReply, code: number): SmtpReply {
  if (reply.code === code) return reply
  throw new RefusedError(stage, reply)
}
