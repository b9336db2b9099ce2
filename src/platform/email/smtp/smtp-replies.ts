// The answers of an SMTP server, line by line from a socket, handed to whoever waits for the next one. When the line
// is lost, everybody who waits hears of it, and everybody who asks later too. What a newcomer gets wrong: an answer that
// nobody asked for must never be taken for the next one, or an email counts as accepted that was not; see `hasUnread`.
import type { Socket } from 'node:net'
import type { SmtpReply } from '../transport.ts'

// RFC 5321 section 4.5.3.1.5 limits a reply line to 512 octets; ten times that is a server that is none.
const LONGEST_LINE = 5_120
// A reply of more lines is an attack on our memory.
const MOST_LINES = 200
// Three commands are sent in one go; more answers than that ahead of time belong to nothing.
const MOST_UNREAD = 8

/** The connection ended, time ran out or the server made no sense, so no answer will come. */
export class LineLostError extends Error {
  override readonly name = 'LineLostError'
  readonly isTimeout: boolean
  constructor(message: string, { isTimeout = false } = {}) {
    super(message)
    this.isTimeout = isTimeout
  }
}

type Waiting = { resolve: (reply: SmtpReply) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

export type ReplyReader = {
  /** The next answer; what was sent first is answered first (RFC 2920). */
  next(timeoutMs: number): Promise<SmtpReply>
  /** True when the server said something that nobody has asked for yet. */
  readonly hasUnread: boolean
  /** Why no answer will come any more. */
  readonly failure: LineLostError | undefined
  /** Stops reading, so that the socket can be handed to TLS. */
  detach(): void
}

export function createReplyReader(socket: Socket): ReplyReader {
  const waiting: Waiting[] = []
  const ready: SmtpReply[] = []
  let failure: LineLostError | undefined

  const fail = (message: string, isTimeout = false) => {
    failure ??= new LineLostError(message, { isTimeout })
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
      error instanceof LineLostError
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

  const give = (message: string) => {
    hasFailed = true
    fail(message)
  }
  const takeLine = (line: string) => {
    if (!REPLY_LINE.test(line)) return give('the server sent something that is not an SMTP reply')
    const isEndless = line.length > LONGEST_LINE || lines.length >= MOST_LINES
    if (isEndless) return give('the server sent no end of a reply')
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
        takeLine(line)
      }
      if (buffered.length > LONGEST_LINE && !hasFailed) give('the server sent no end of a line')
    },
    get isWithinReply() {
      return buffered !== '' || lines.length > 0
    },
  }
}

/** RFC 3463 section 2. */
const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?=\D|$)[ :-]*/

/** RFC 5321 section 4.2.1 wants one code on all lines; where they differ, the last has the last word. */
export function readReply(lines: readonly string[]): SmtpReply {
  const code = Number(lines.at(-1)?.slice(0, 3))
  const texts = lines.map((line) => readable(line.slice(4)))
  const enhancedCode = ENHANCED.exec(texts[0] ?? '')?.[1] ?? null
  const text = texts.map((one) => (enhancedCode === null ? one : one.replace(ENHANCED, ''))).join('\n')
  return { code, enhancedCode, text }
}

/** Servers write UTF-8 and worse; what is stored and shown holds no control character (PostgreSQL takes no NUL). */
const readable = (text: string): string =>
  /[^\x20-\x7e]/.test(text)
    ? Buffer.from(text, 'latin1')
        .toString()
        .replace(/\p{Cc}/gu, ' ')
    : text
