// Parses the replies of an SMTP server from a socket, and hands each to the next waiting caller. When the connection is
// lost, all waiting and later callers fail. A newcomer gets this wrong: an unsolicited reply must never be taken for the
// next one, or an email that was not accepted counts as accepted; see `hasUnread`.
import type { Socket } from 'node:net'
import type { SmtpReply } from '../transport.ts'

// RFC 5321 section 4.5.3.1.5 limits a reply line to 512 octets; ten times that is not an SMTP server.
const LONGEST_LINE = 5_120
// A reply of more lines is an attack on our memory.
const MOST_LINES = 200
// Three commands are pipelined; more unread replies than that belong to no command.
const MOST_UNREAD = 8

/** The connection ended, timed out or violated the protocol, so no reply will come. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
  readonly isTimeout: boolean
  constructor(message: string, { isTimeout = false } = {}) {
    super(message)
    this.isTimeout = isTimeout
  }
}

type PendingReply = {
  resolve: (reply: SmtpReply) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

export type ReplyReader = {
  /** The next reply; replies come in the order of the commands (RFC 2920). */
  next(timeoutMs: number): Promise<SmtpReply>
  /** Whether the server sent a reply to no command. */
  readonly hasUnread: boolean
  /** Why no more replies will come. */
  readonly failure: ConnectionLostError | undefined
  /** Stops reading, so that the socket can be handed to TLS. */
  detach(): void
}

export function createReplyReader(socket: Socket): ReplyReader {
  const waiting: PendingReply[] = []
  const ready: SmtpReply[] = []
  let failure: ConnectionLostError | undefined

  const fail = (message: string, isTimeout = false) => {
    failure ??= new ConnectionLostError(message, { isTimeout })
    for (const { reject, timer } of waiting.splice(0)) {
      clearTimeout(timer)
      reject(failure)
    }
    socket.destroy()
  }
  const deliver = (reply: SmtpReply) => {
    const first = waiting.shift()
    if (first) {
      clearTimeout(first.timer)
      first.resolve(reply)
    } else if (ready.push(reply) > MOST_UNREAD) fail('the server sent replies that nobody asked for')
  }

  const parser = createReplyParser({ deliver, fail })
  const onClose = () => fail('the server closed the connection')
  const onError = (error: NodeJS.ErrnoException) =>
    fail(
      error instanceof ConnectionLostError
        ? error.message
        : `the connection was lost (${error.code ?? error.message})`,
    )
  socket.on('data', parser.read).on('close', onClose).on('error', onError)

  return {
    next(timeoutMs) {
      const reply = ready.shift()
      if (reply) return Promise.resolve(reply)
      if (failure) return Promise.reject(failure)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => fail(`no answer within ${timeoutMs / 1000} s`, true), timeoutMs)
        waiting.push({ resolve, reject, timer })
      })
    },
    get hasUnread() {
      return ready.length > 0 || parser.isWithinReply
    },
    get failure() {
      return failure
    },
    detach() {
      socket.off('data', parser.read).off('close', onClose).off('error', onError)
    },
  }
}

type ReplyParser = { read: (chunk: Buffer) => void; readonly isWithinReply: boolean }
type ParserEvents = { deliver: (reply: SmtpReply) => void; fail: (message: string) => void }

/** RFC 5321 section 4.2.1: a code, then a hyphen where another line follows. */
const REPLY_LINE = /^[2-5]\d\d(?:[ -]|$)/

function createReplyParser({ deliver, fail }: ParserEvents): ReplyParser {
  let buffered = ''
  let lines: string[] = []
  let hasFailed = false

  const giveUp = (message: string) => {
    hasFailed = true
    fail(message)
  }
  const readLine = (line: string) => {
    if (!REPLY_LINE.test(line)) return giveUp('the server sent something that is not an SMTP reply')
    const isEndless = line.length > LONGEST_LINE || lines.length >= MOST_LINES
    if (isEndless) return giveUp('the server sent a reply without an end')
    lines.push(line)
    if (line[3] === '-') return
    const reply = readReply(lines)
    lines = []
    deliver(reply)
  }
  return {
    read(chunk) {
      buffered += chunk.toString('latin1')
      for (let end = buffered.indexOf('\n'); end >= 0 && !hasFailed; end = buffered.indexOf('\n')) {
        const line = buffered.slice(0, buffered[end - 1] === '\r' ? end - 1 : end)
        buffered = buffered.slice(end + 1)
        readLine(line)
      }
      if (buffered.length > LONGEST_LINE && !hasFailed) giveUp('the server sent a line without an end')
    },
    get isWithinReply() {
      return buffered !== '' || lines.length > 0
    },
  }
}

/** RFC 3463 section 2. */
const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?=\D|$)[ :-]*/

/** RFC 5321 section 4.2.1 requires one code on all lines; where they differ, the last one counts. */
export function readReply(lines: readonly string[]): SmtpReply {
  const code = Number(lines.at(-1)?.slice(0, 3))
  const texts = lines.map((line) => readable(line.slice(4)))
  const enhancedCode = ENHANCED.exec(texts[0] ?? '')?.[1] ?? null
  const text = texts.map((one) => (enhancedCode === null ? one : one.replace(ENHANCED, ''))).join('\n')
  return { code, enhancedCode, text }
}

/** Replies can contain any bytes; stored text has no control characters (PostgreSQL accepts no NUL). */
const readable = (text: string): string =>
  /[^\x20-\x7e]/.test(text)
    ? Buffer.from(text, 'latin1')
        .toString()
        .replace(/\p{Cc}/gu, ' ')
    : text
