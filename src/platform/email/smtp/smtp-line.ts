// A socket to an SMTP server, in clear or under TLS: commands out, answers in, and a way to know that bytes have left.
// It knows nothing of emails. Every wait has an end; when it comes, the line is lost.
import net from 'node:net'
import type { Socket } from 'node:net'
import tls from 'node:tls'
import { explainSocketError, hungUp, silence, tlsSilence } from './connection-problem.ts'
import type { ConnectingTo } from './connection-problem.ts'
import { createReplyReader, LineLostError } from './smtp-replies.ts'
import type { ReplyReader } from './smtp-replies.ts'
import type { SmtpReply } from '../transport.ts'

// Handed to the socket in pieces, each with its own time: a slow line is not a dead one.
const PIECE_BYTES = 65_536

// How long a closing server may take to close, too.
const GOODBYE_MS = 5_000

export type TlsWish = ConnectingTo & { isCertificateChecked: boolean; timeoutMs: number }

export class SmtpLine {
  readonly #socket: Socket
  readonly #replies: ReplyReader

  constructor(socket: Socket) {
    // Commands and emails are written whole; waiting for more to fill a packet only delays them.
    socket.setNoDelay(true)
    this.#socket = socket
    this.#replies = createReplyReader(socket)
  }

  get isOpen(): boolean {
    return this.#socket.writable && this.#replies.failure === undefined
  }

  /** Everything that was written has been handed to the system. */
  get isDrained(): boolean {
    return this.#socket.writableLength === 0
  }

  /** The server spoke unasked: a goodbye, or nonsense. Either way the next answer would be the wrong one. */
  get hasUnread(): boolean {
    return this.#replies.hasUnread
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof tls.TLSSocket
  }

  get isLocal(): boolean {
    return /^(?:::ffff:)?127\.|^::1$/.test(this.#socket.remoteAddress ?? '')
  }

  /** One command and its answer. What came before the question is not the answer. */
  async command(text: string, timeoutMs: number): Promise<SmtpReply> {
    if (this.hasUnread) throw new LineLostError('the server answered before it was asked')
    this.write(commandLine(text))
    return this.reply(timeoutMs)
  }

  async reply(timeoutMs: number): Promise<SmtpReply> {
    return this.#replies.next(timeoutMs)
  }

  /** Does not wait; whether it left shows in the answer. */
  write(data: string | Buffer): void {
    this.#socket.write(data)
  }

  /** Comes back when the last byte has been handed to the system. */
  async writeAll(bytes: Buffer, timeoutMs: number): Promise<void> {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      await this.#writePiece(bytes.subarray(start, start + PIECE_BYTES), timeoutMs)
    }
  }

  #writePiece(piece: Buffer, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.destroy(`no byte was taken for ${timeoutMs / 1000} s`), timeoutMs)
      this.#socket.write(piece, (error) => {
        clearTimeout(timer)
        if (error) reject(this.#replies.failure ?? new LineLostError(error.message))
        else resolve()
      })
    })
  }

  /**
   * The same line under TLS. What the server said in clear after its consent could be anybody's, and would be read as
   * answers under TLS (CVE-2021-38371 and its family): then there is no line.
   */
  async underTls(wish: TlsWish): Promise<SmtpLine> {
    const { host, isCertificateChecked } = wish
    if (this.hasUnread) throw new LineLostError('the server sent more in clear than its consent to STARTTLS')
    this.#replies.detach()
    const socket = tls.connect({
      socket: this.#socket,
      // Not for connecting, but for comparing with the certificate.
      host,
      // RFC 6066 section 3: no IP addresses.
      servername: net.isIP(host) ? '' : host,
      rejectUnauthorized: isCertificateChecked,
    })
    await untilReady(socket, 'secureConnect', wish)
    return new SmtpLine(socket)
  }

  /** Says goodbye. Resolves when the server has closed its side, too. */
  quit(): Promise<void> {
    const socket = this.#socket
    return new Promise((resolve) => {
      if (socket.destroyed) return resolve()
      const timer = setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
      socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      socket.unref()
      socket.end('QUIT\r\n')
    })
  }

  destroy(reason?: string): void {
    this.#socket.destroy(reason === undefined ? undefined : new LineLostError(reason))
  }
}

/** @throws {LineLostError} when nobody answers in time */
export async function connectLine(to: ConnectingTo & { timeoutMs: number }) {
  const socket = net.connect({ host: to.host, port: to.port })
  await untilReady(socket, 'connect', to)
  return new SmtpLine(socket)
}

/** Addresses and names were validated where they entered. A line break here would be a second command all the same. */
export function commandLine(text: string): string {
  if (/[^\x20-\x7e]/.test(text)) throw new LineLostError('a command would hold what no command can hold')
  return `${text}\r\n`
}

async function untilReady(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  to: ConnectingTo & { timeoutMs: number },
): Promise<void> {
  // Stays: an error that comes when nobody listens would end the process.
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => settle(event === 'connect' ? silence(to, to.timeoutMs) : tlsSilence(to, to.timeoutMs)),
      to.timeoutMs,
    )
    const settle = (problem?: string) => {
      clearTimeout(timer)
      socket.off('error', onError).off('close', onClose).off(event, onReady)
      if (problem === undefined) return resolve()
      socket.destroy()
      reject(new LineLostError(problem))
    }
    const onError = (error: Error) => settle(explainSocketError(error, to))
    const onClose = () => settle(hungUp(to))
    const onReady = () => settle()
    socket.on('error', onError).on('close', onClose).on(event, onReady)
  })
}
