// A socket to an SMTP server, unencrypted or under TLS: it writes commands, reads replies and tells when bytes have been
// sent. It knows nothing of emails. Every wait has a timeout that ends the connection.
import net from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import tls from 'node:tls'
import { explainSocketError, closedByServer, connectTimeout, tlsTimeout } from './connection-problem.ts'
import type { SmtpEndpoint } from './connection-problem.ts'
import { createReplyReader, ConnectionLostError } from './smtp-replies.ts'
import type { ReplyReader } from './smtp-replies.ts'
import type { SmtpReply } from '../transport.ts'

// Written to the socket in chunks, each with its own timeout: a slow connection is not a dead one.
const PIECE_BYTES = 65_536

// How long the server may take to close its side.
const GOODBYE_MS = 5_000

export type TlsOptions = SmtpEndpoint & { isCertificateChecked: boolean; timeoutMs: number }

export class SmtpSocket {
  readonly #socket: Socket
  readonly #replies: ReplyReader

  constructor(socket: Socket) {
    // Commands and emails are written whole; Nagle's algorithm would only delay them.
    socket.setNoDelay(true)
    this.#socket = socket
    this.#replies = createReplyReader(socket)
  }

  get isOpen(): boolean {
    return this.#socket.writable && this.#replies.failure === undefined
  }

  /** All written bytes have been handed to the system. */
  get isDrained(): boolean {
    return this.#socket.writableLength === 0
  }

  /** The server sent an unsolicited reply. The next reply would be taken for the wrong command. */
  get hasUnread(): boolean {
    return this.#replies.hasUnread
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof tls.TLSSocket
  }

  get isLocal(): boolean {
    return /^(?:::ffff:)?127\.|^::1$/.test(this.#socket.remoteAddress ?? '')
  }

  /** Sends one command and returns its reply. An earlier reply does not belong to it. */
  async command(text: string, timeoutMs: number): Promise<SmtpReply> {
    if (this.hasUnread) throw new ConnectionLostError('the server answered before it was asked')
    this.write(commandLine(text))
    return this.reply(timeoutMs)
  }

  async reply(timeoutMs: number): Promise<SmtpReply> {
    return this.#replies.next(timeoutMs)
  }

  /** Does not wait; the reply shows whether it was sent. */
  write(data: string | Buffer): void {
    this.#socket.write(data)
  }

  /** Resolves when the last byte has been handed to the system. */
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
        if (error) reject(this.#replies.failure ?? new ConnectionLostError(error.message))
        else resolve()
      })
    })
  }

  /**
   * Upgrades to TLS. Bytes sent in clear after the consent to STARTTLS could come from anyone, and would be read as replies
   * under TLS (CVE-2021-38371 and its family): they end the connection.
   */
  async underTls(options: TlsOptions): Promise<SmtpSocket> {
    const { host, isCertificateChecked } = options
    if (this.hasUnread) throw new ConnectionLostError('the server sent unencrypted data after STARTTLS')
    this.#replies.detach()
    const socket = tls.connect({
      socket: this.#socket,
      // Not used to connect, only to compare with the certificate.
      host,
      // RFC 6066 section 3: no IP addresses.
      servername: net.isIP(host) ? '' : host,
      rejectUnauthorized: isCertificateChecked,
    })
    await untilReady(socket, 'secureConnect', options)
    return new SmtpSocket(socket)
  }

  /** Sends QUIT. Resolves when the server has closed its side, too. */
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
    this.#socket.destroy(reason === undefined ? undefined : new ConnectionLostError(reason))
  }
}

type ConnectOptions = SmtpEndpoint & {
  timeoutMs: number
  findAddresses?: (() => Promise<readonly string[]>) | undefined
  localAddress?: string | undefined
}

/** @throws {ConnectionLostError} on a timeout */
export async function connectSocket(to: ConnectOptions) {
  const addresses = await to.findAddresses?.()
  // Connects to an address that was checked, and never resolves the name again.
  const lookup = addresses && { lookup: lookupIn(addresses) }
  const from = to.localAddress !== undefined && { localAddress: to.localAddress }
  const socket = net.connect({ host: to.host, port: to.port, ...lookup, ...from })
  await untilReady(socket, 'connect', to)
  return new SmtpSocket(socket)
}

const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, answer) => {
    const found = addresses.map((address) => ({ address, family: net.isIP(address) }))
    // Node tries one address only when it connects from a given one.
    const [first] = found
    if (options.all === true || !first) answer(null, found)
    else answer(null, first.address, first.family)
  }

/** Addresses and names were validated where they entered. A line break here would still be a second command. */
export function commandLine(text: string): string {
  if (/[^\x20-\x7e]/.test(text)) throw new ConnectionLostError('an SMTP command is not printable ASCII')
  return `${text}\r\n`
}

async function untilReady(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  to: SmtpEndpoint & { timeoutMs: number },
): Promise<void> {
  // Stays: an error without a listener would end the process.
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => settle(event === 'connect' ? connectTimeout(to, to.timeoutMs) : tlsTimeout(to, to.timeoutMs)),
      to.timeoutMs,
    )
    const settle = (problem?: string) => {
      clearTimeout(timer)
      socket.off('error', onError).off('close', onClose).off(event, onReady)
      if (problem === undefined) return resolve()
      socket.destroy()
      reject(new ConnectionLostError(problem))
    }
    const onError = (error: Error) => settle(explainSocketError(error, to))
    const onClose = () => settle(closedByServer(to))
    const onReady = () => settle()
    socket.on('error', onError).on('close', onClose).on(event, onReady)
  })
}
