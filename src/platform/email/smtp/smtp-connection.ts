// One connection to an SMTP server, and one email after the other on it. It knows at every moment how far the
// transaction has come, and where the server offers it sends MAIL, RCPT and DATA in one go (RFC 2920). One email at a
// time: the caller waits for a result before it gives the next.
import { dotStuffed } from './dot-stuffing.ts'
import { ABOUT_THE_SESSION } from './replies/refusal.ts'
import { appended, recycle } from '../mime/roomy-buffer.ts'
import { commandLine } from './smtp-line.ts'
import type { SmtpLine } from './smtp-line.ts'
import { LineLostError } from './smtp-replies.ts'
import { openSession, RefusedError, TIMEOUTS_MS } from './smtp-session.ts'
import type { Session, SmtpServer, SmtpTimeouts } from './smtp-session.ts'
import type { AttemptResult, Envelope, SendHooks, SendResult, SmtpReply, Stage } from '../transport.ts'

/** Before these stages the server rejected us, not the email: the operator has to fix that, and the email waits. */
const ABOUT_THE_EMAIL = new Set<Stage>(['mail', 'rcpt', 'data', 'dot'])

// What a row of the email keeps and a person reads. Real replies have a few hundred characters.
const LONGEST_TEXT = 2_000

type Step = { stage: Stage; command: string; timeoutMs: number }

const START_OVER = { stage: 'mail', command: 'RSET' } as const

// What the system takes at once goes together with its final dot: there is no moment in between in which a lease could
// be lost, and nothing to wait for.
const SHORT_BYTES = 64 * 1024

const FINAL_DOT = Buffer.from('.\r\n')

export class SmtpConnection {
  readonly #server: SmtpServer
  readonly #timeouts: SmtpTimeouts
  #session: Session | undefined
  #stage: Stage = 'connect'
  /** A refused email left a transaction open at the server. */
  #hasToStartOver = false
  /** Emails handed over on this connection. */
  sent = 0

  constructor(server: SmtpServer, timeouts: SmtpTimeouts = TIMEOUTS_MS) {
    this.#server = server
    this.#timeouts = timeouts
  }

  /** False once the server has closed it, or said something unasked, such as that it is about to. */
  get isUsable(): boolean {
    return this.#session !== undefined && this.#session.line.isOpen && !this.#session.line.hasUnread
  }

  /** Brings the connection up to where email can be sent; undefined when it is there, else why not. */
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
    try {
      this.#stage = 'mail'
      if (!(await hooks.mayBegin())) return { kind: 'unsent' }
      const session = this.#session
      if (!session?.line.isOpen) throw new LineLostError('the server closed the connection')
      if (session.line.hasUnread) throw await this.#spokeUnasked(session.line)
      await this.#start(session, this.#steps(session, envelope, bytes.length))
      return await this.#sendData(session, bytes, hooks)
    } catch (error) {
      return this.#failed(error)
    }
  }

  /** Says goodbye. Resolves when the server has closed its side, too. */
  async close(): Promise<void> {
    await this.#session?.line.quit()
  }

  destroy(): void {
    this.#session?.line.destroy()
  }

  #steps({ extensions }: Session, { from, to }: Envelope, bytes: number): Step[] {
    const { command, data } = this.#timeouts
    // RFC 1870: an email that is too large is refused before it was sent.
    const size = extensions.has('SIZE') ? ` SIZE=${bytes}` : ''
    return [
      ...(this.#hasToStartOver ? [{ ...START_OVER, timeoutMs: command }] : []),
      { stage: 'mail', command: `MAIL FROM:<${from}>${size}`, timeoutMs: command },
      { stage: 'rcpt', command: `RCPT TO:<${to}>`, timeoutMs: command },
      { stage: 'data', command: 'DATA', timeoutMs: data },
    ]
  }

  /** Up to the server's word that it waits for the email. The first refusal counts, also when the line is lost later. */
  async #start({ line, extensions }: Session, steps: readonly Step[]): Promise<void> {
    const isPipelined = extensions.has('PIPELINING')
    if (isPipelined) line.write(steps.map(({ command }) => commandLine(command)).join(''))
    let refusal: RefusedError | undefined
    for (const step of steps) {
      if (refusal === undefined) this.#stage = step.stage
      if (!isPipelined) line.write(commandLine(step.command))
      const reply = await line.reply(step.timeoutMs).catch((error: unknown) => {
        throw refusal ?? error
      })
      // RFC 2920 section 3.1 warns of servers that want data although they refused the recipient, and would give them
      // an empty email. Dropping the line costs a connection, and nobody can receive anything.
      if (refusal !== undefined && step.stage === 'data' && reply.code < 400) this.destroy()
      refusal ??= refusalOf(step, reply)
      if (refusal !== undefined && (!isPipelined || ABOUT_THE_SESSION.has(refusal.reply.code))) throw refusal
    }
    this.#hasToStartOver = false
    if (refusal !== undefined) throw refusal
  }

  async #sendData({ line }: Session, bytes: Buffer, hooks: SendHooks): Promise<AttemptResult> {
    const stuffed = dotStuffed(bytes)
    const isShort = stuffed.length <= SHORT_BYTES
    if (!isShort) await line.writeAll(stuffed, this.#timeouts.block)
    if (!(await hooks.isStillOurs())) throw new LineLostError('the lease on this email was lost')
    if (line.hasUnread) throw await this.#spokeUnasked(line)
    if (!line.isOpen) throw new LineLostError('the server closed the connection')
    this.#stage = 'dot'
    // One write for both, where there is room for the dot: each is a call of the system.
    line.write(isShort ? appended(stuffed, FINAL_DOT) : FINAL_DOT)
    const reply = await line.reply(this.#timeouts.dot)
    if (reply.code >= 400) throw new RefusedError('dot', reply)
    if (reply.code >= 300) throw outOfStep(reply)
    this.sent += 1
    // A server that answers before it has read everything leaves bytes that are still to be written.
    if (line.isDrained) recycle(bytes)
    return { kind: 'accepted', reply: shortened(reply), isDelivered: false }
  }

  /**
   * A server that has seen enough of an email may say so before its end; then it never gets the end. Before the email it
   * can only mean the connection, and anything but a refusal is the answer to something else.
   */
  async #spokeUnasked(line: SmtpLine): Promise<Error> {
    const reply = await line.reply(this.#timeouts.command)
    this.destroy()
    return reply.code >= 400 && this.#stage === 'data' ? new RefusedError('data', reply) : outOfStep(reply)
  }

  #failed(error: unknown): AttemptResult {
    if (error instanceof RefusedError) return this.#refused(error)
    this.destroy()
    const reason = error instanceof Error ? error.message : String(error)
    if (this.#stage === 'dot') return { kind: 'ambiguous', reason }
    return { kind: 'deferred', stage: this.#stage, reply: null, reason }
  }

  #refused({ stage, reply, message }: RefusedError): AttemptResult {
    const isAboutTheSession = ABOUT_THE_SESSION.has(reply.code) || !ABOUT_THE_EMAIL.has(stage)
    if (isAboutTheSession) this.destroy()
    // After the final dot the transaction is over, whatever became of it (RFC 5321 section 4.1.1.4).
    this.#hasToStartOver = stage !== 'dot'
    const short = shortened(reply)
    return reply.code < 500 || isAboutTheSession
      ? { kind: 'deferred', stage, reply: short, reason: message.slice(0, LONGEST_TEXT) }
      : { kind: 'rejected', stage, reply: short }
  }
}

const shortened = (reply: SmtpReply): SmtpReply =>
  reply.text.length > LONGEST_TEXT
    ? { ...reply, text: reply.text.slice(0, LONGEST_TEXT).toWellFormed() }
    : reply

/** Undefined where the email may go on. A server that cannot start over is in a state that nobody knows. */
function refusalOf({ stage, command }: Step, reply: SmtpReply): RefusedError | undefined {
  const isGood = stage === 'data' ? reply.code === 354 : reply.code < 300
  if (isGood) return undefined
  if (reply.code < 400 || command === START_OVER.command) throw outOfStep(reply)
  return new RefusedError(stage, reply)
}

const outOfStep = ({ code, text }: SmtpReply): LineLostError =>
  new LineLostError(`the server answered what was not asked: ${code} ${text}`.slice(0, LONGEST_TEXT))
