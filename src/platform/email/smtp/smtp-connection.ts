// One connection to an SMTP server that sends one email after another: the caller waits for a result before it passes the
// next. It tracks the stage of the transaction, and pipelines MAIL, RCPT and DATA where the server offers it (RFC 2920);
// chunking.ts says when an email goes by BDAT instead.
import { chooseWay, firstLineOf, isNotUnderstood } from './chunking.ts'
import type { KnownServer, Way } from './chunking.ts'
import { dotStuffed } from './dot-stuffing.ts'
import { ABOUT_THE_SESSION } from './replies/refusal.ts'
import { appended, prepended, recycle } from '../mime/message-buffer.ts'
import { commandLine } from './smtp-socket.ts'
import type { SmtpSocket } from './smtp-socket.ts'
import { ConnectionLostError } from './smtp-replies.ts'
import { openSession, RefusedError, TIMEOUTS_MS } from './smtp-session.ts'
import type { Session, SmtpServer, SmtpTimeouts } from './smtp-session.ts'
import type { AttemptResult, Envelope, SendHooks, SendResult, SmtpReply, Stage } from '../transport.ts'

/** Before these stages the server rejected us, not the email: the operator has to fix that, and the email waits. */
const ABOUT_EMAIL = new Set<Stage>(['mail', 'rcpt', 'data', 'dot'])

// Stored with the email and shown to people. Real replies have a few hundred characters.
const LONGEST_TEXT = 2_000

type Step = {
  stage: Stage
  command: string
  timeoutMs: number
  /** Bytes that follow the command. */
  chunk?: Buffer
}

const START_OVER = { stage: 'mail', command: 'RSET' } as const

// The socket buffers this much at once, so the final dot is sent along: there is no moment in between in which a lease
// could be lost, and nothing to wait for.
const SHORT_BYTES = 64 * 1024

const FINAL_DOT = Buffer.from('.\r\n')

export class SmtpConnection {
  readonly #server: SmtpServer
  readonly #timeouts: SmtpTimeouts
  readonly #known: KnownServer
  #session: Session | undefined
  #stage: Stage = 'connect'
  /** A refused email left a transaction open at the server. */
  #hasToStartOver = false
  /** The way of the present email. */
  #way: Way = 'data'
  #isChunkingProven = false
  #lastSentAt = -Infinity
  /** Emails accepted on this connection. */
  sent = 0

  constructor(
    server: SmtpServer,
    timeouts: SmtpTimeouts = TIMEOUTS_MS,
    known: KnownServer = { isChunkingBroken: false },
  ) {
    this.#server = server
    this.#timeouts = timeouts
    this.#known = known
  }

  /** False once the server has closed it or sent an unsolicited reply, such as a 421 before it closes. */
  get isUsable(): boolean {
    return this.#session !== undefined && this.#session.socket.isOpen && !this.#session.socket.hasUnread
  }

  /** Opens the connection; undefined when it is ready, else the problem. */
  async open(): Promise<AttemptResult | undefined> {
    try {
      this.#session = await openSession({
        server: this.#server,
        timeouts: this.#timeouts,
        onStage: (stage) => (this.#stage = stage),
      })
      return undefined
    } catch (error) {
      return this.#failed(error)
    }
  }

  async send(envelope: Envelope, bytes: Buffer, hooks: SendHooks): Promise<SendResult> {
    this.#stage = 'mail'
    this.#way = 'data'
    try {
      const isWhole = this.#wayOf(bytes) === 'whole'
      // The final dot leaves with the first word: what others wait for later, this email waits for now.
      if (isWhole && !(await hooks.isLeaseHeld())) return { kind: 'unsent' }
      if (!(await hooks.canStart())) return { kind: 'unsent' }
      const session = this.#session
      if (!session?.socket.isOpen) throw new ConnectionLostError('the server closed the connection')
      if (session.socket.hasUnread) throw await this.#unsolicitedReply(session.socket)
      if (isWhole && this.#wayOf(bytes) === 'whole') {
        if (!(await hooks.isLeaseHeld())) return { kind: 'unsent' }
        return await this.#sendWhole(session, { envelope, bytes })
      }
      this.#way = this.#wayOf(bytes) === 'data' ? 'data' : 'chunk'
      await this.#start(session, this.#steps(session, envelope, bytes))
      return await this.#sendBody(session, bytes, hooks)
    } catch (error) {
      return this.#failed(this.#way === 'data' ? error : this.#chunkingTrouble(error))
    }
  }

  #wayOf(bytes: Buffer): Way {
    if (!this.#session || this.#hasToStartOver) return 'data'
    return chooseWay(
      {
        known: this.#known,
        extensions: this.#session.extensions,
        sent: this.sent,
        isProven: this.#isChunkingProven,
        isFresh: performance.now() - this.#lastSentAt < this.#timeouts.fresh,
      },
      bytes,
    )
  }

  /** Sends QUIT. Resolves when the server has closed its side, too. */
  async close(): Promise<void> {
    await this.#session?.socket.quit()
  }

  destroy(): void {
    this.#session?.socket.destroy()
  }

  #steps({ extensions }: Session, { from, to }: Envelope, bytes: Buffer): Step[] {
    const { command, data } = this.#timeouts
    // RFC 1870: the server can refuse an email that is too large before it is sent.
    const size = extensions.has('SIZE') ? ` SIZE=${bytes.length}` : ''
    const chunk = firstLineOf(bytes)
    const begin: Pick<Step, 'command' | 'chunk'> =
      this.#way === 'data' ? { command: 'DATA' } : { command: `BDAT ${chunk.length}`, chunk }
    return [
      ...(this.#hasToStartOver ? [{ ...START_OVER, timeoutMs: command }] : []),
      { stage: 'mail', command: `MAIL FROM:<${from}>${size}`, timeoutMs: command },
      { stage: 'rcpt', command: `RCPT TO:<${to}>`, timeoutMs: command },
      { stage: 'data', ...begin, timeoutMs: data },
    ]
  }

  /** Sends all commands up to DATA. The first refusal counts, even if the connection is lost later. */
  async #start({ socket, extensions }: Session, steps: readonly Step[]): Promise<void> {
    const isPipelined = extensions.has('PIPELINING')
    if (isPipelined) socket.write(wireOf(steps))
    let refusal: RefusedError | undefined
    for (const step of steps) {
      if (refusal === undefined) this.#stage = step.stage
      if (!isPipelined) socket.write(commandLine(step.command))
      const reply = await socket.reply(step.timeoutMs).catch((error: unknown) => {
        throw refusal ?? error
      })
      // RFC 2920 section 3.1 warns of servers that accept DATA although they refused the recipient, and would deliver an
      // empty email. Closing the connection prevents that.
      if (refusal !== undefined && step.stage === 'data' && reply.code < 400) this.destroy()
      refusal ??= refusalOf(step, reply)
      if (refusal !== undefined && (!isPipelined || ABOUT_THE_SESSION.has(refusal.reply.code))) throw refusal
    }
    this.#hasToStartOver = false
    if (refusal !== undefined) throw refusal
  }

  async #sendBody({ socket }: Session, bytes: Buffer, hooks: SendHooks): Promise<AttemptResult> {
    this.#isChunkingProven ||= this.#way === 'chunk'
    const body = this.#way === 'data' ? dotStuffed(bytes) : restOf(bytes)
    const isShort = body.length <= SHORT_BYTES || this.#way !== 'data'
    if (!isShort) await socket.writeAll(body, this.#timeouts.block)
    if (!(await hooks.isLeaseHeld())) throw new ConnectionLostError('the lease on this email was lost')
    if (socket.hasUnread) throw await this.#unsolicitedReply(socket)
    if (!socket.isOpen) throw new ConnectionLostError('the server closed the connection')
    this.#stage = 'dot'
    // One write for both, where the Buffer has room for the dot: each is a system call.
    if (this.#way === 'data') socket.write(isShort ? appended(body, FINAL_DOT) : FINAL_DOT)
    else socket.write(body)
    const reply = await socket.reply(this.#timeouts.dot)
    return this.#ended(socket, reply, bytes)
  }

  /** All commands of an email and the email itself, in one write. From its first byte on only the server knows. */
  async #sendWhole(
    session: Session,
    { envelope, bytes }: { envelope: Envelope; bytes: Buffer },
  ): Promise<AttemptResult> {
    const { socket } = session
    const steps = this.#steps(session, envelope, bytes).filter(({ stage }) => stage !== 'data')
    const wire = prepended(bytes, Buffer.concat([wireOf(steps), lastChunkOf(bytes)]))
    this.#way = 'whole'
    this.#stage = 'dot'
    socket.write(wire)
    let refusal: RefusedError | undefined
    const orRefusal = (error: unknown): never => {
      throw refusal ?? error
    }
    for (const step of steps) {
      const reply = await socket.reply(step.timeoutMs).catch(orRefusal)
      refusal ??= refusalOf(step, reply)
      if (refusal !== undefined && ABOUT_THE_SESSION.has(refusal.reply.code)) throw refusal
    }
    const reply = await socket.reply(this.#timeouts.dot).catch(orRefusal)
    if (refusal === undefined) return this.#ended(socket, reply, wire)
    // It has taken an email for nobody.
    if (reply.code < 400) this.destroy()
    throw refusal
  }

  /** The reply to the final dot, or to the last chunk. */
  #ended(socket: SmtpSocket, reply: SmtpReply, buffer: Buffer): AttemptResult {
    if (reply.code >= 400) throw new RefusedError('dot', reply)
    if (reply.code >= 300) throw unexpectedReply(reply)
    this.sent += 1
    this.#lastSentAt = performance.now()
    // A server that replies before it has read everything leaves bytes that are still to be written.
    if (socket.isDrained) recycle(buffer)
    return { kind: 'accepted', reply: shortened(reply), isDelivered: false }
  }

  /**
   * The first trouble ends BDAT with this server. An email that was refused because of it has certainly not been accepted:
   * it is told as if the connection had been closed before, so that it is sent by DATA on a fresh one.
   */
  #chunkingTrouble(error: unknown): unknown {
    if (!(error instanceof RefusedError)) {
      // After the reply to its first chunk the email waits until it may leave. A lease that is lost meanwhile, or a server
      // that hangs up, says nothing about BDAT.
      const isTrouble = this.#stage === 'dot' || (this.#stage === 'data' && !this.#isChunkingProven)
      if (isTrouble) this.#known.isChunkingBroken = true
      return error
    }
    const { stage, reply } = error
    const isTrouble = stage === 'data' ? reply.code !== 421 : stage === 'dot' && isNotUnderstood(reply.code)
    if (!isTrouble) return error
    this.#known.isChunkingBroken = true
    this.#stage = 'mail'
    return new ConnectionLostError(`the server offers CHUNKING, but refuses it: ${error.message}`)
  }

  /**
   * A server may refuse an email before its end; then the end is never sent. Before the email, a reply is about the
   * connection, and anything but a refusal answers something else.
   */
  async #unsolicitedReply(socket: SmtpSocket): Promise<Error> {
    const reply = await socket.reply(this.#timeouts.command)
    this.destroy()
    return reply.code >= 400 && this.#stage === 'data'
      ? new RefusedError('data', reply)
      : unexpectedReply(reply)
  }

  #failed(error: unknown): AttemptResult {
    if (error instanceof RefusedError) return this.#refused(error)
    this.destroy()
    const reason = error instanceof Error ? error.message : String(error)
    if (this.#stage === 'dot') return { kind: 'ambiguous', reason }
    return { kind: 'deferred', stage: this.#stage, reply: null, reason }
  }

  #refused({ stage, reply, message }: RefusedError): AttemptResult {
    const isAboutTheSession = ABOUT_THE_SESSION.has(reply.code) || !ABOUT_EMAIL.has(stage)
    if (isAboutTheSession) this.destroy()
    // After the final dot the transaction is over in any case (RFC 5321 section 4.1.1.4); not after a chunk that was refused
    // (RFC 3030 section 2).
    this.#hasToStartOver = stage !== 'dot' || this.#way !== 'data'
    const short = shortened(reply)
    return reply.code < 500 || isAboutTheSession
      ? { kind: 'deferred', stage, reply: short, reason: message.slice(0, LONGEST_TEXT) }
      : { kind: 'rejected', stage, reply: short }
  }
}

const wireOf = (steps: readonly Step[]): Buffer =>
  Buffer.concat(
    steps.flatMap(({ command, chunk }) => [Buffer.from(commandLine(command)), ...(chunk ? [chunk] : [])]),
  )

const lastChunkOf = (bytes: Buffer): Buffer => Buffer.from(`BDAT ${bytes.length} LAST\r\n`)

/** After the first chunk. A copy: only one email of a connection goes this way, unless it pauses. */
function restOf(bytes: Buffer): Buffer {
  const rest = bytes.subarray(firstLineOf(bytes).length)
  return Buffer.concat([lastChunkOf(rest), rest])
}

const shortened = (reply: SmtpReply): SmtpReply =>
  reply.text.length > LONGEST_TEXT
    ? { ...reply, text: reply.text.slice(0, LONGEST_TEXT).toWellFormed() }
    : reply

/** Undefined where the email may proceed. A server that cannot start over is in an unknown state. */
function refusalOf({ stage, command }: Step, reply: SmtpReply): RefusedError | undefined {
  const isGood = command === 'DATA' ? reply.code === 354 : reply.code < 300
  if (isGood) return undefined
  if (reply.code < 400 || command === START_OVER.command) throw unexpectedReply(reply)
  return new RefusedError(stage, reply)
}

const unexpectedReply = ({ code, text }: SmtpReply): ConnectionLostError =>
  new ConnectionLostError(`the server sent an unexpected reply: ${code} ${text}`.slice(0, LONGEST_TEXT))

/** RFC 5321 section 3.8: a server that times out an idle client says 421, or nothing. */
export const wasClosedMeanwhile = (result: SendResult): boolean =>
  result.kind === 'deferred' &&
  result.stage === 'mail' &&
  (result.reply === null || result.reply.code === 421)
