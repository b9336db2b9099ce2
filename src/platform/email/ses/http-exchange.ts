// One HTTP request in steps, over a connection that is kept for the next one: SES must not get the last byte of an email
// before its lease was asked for, and the stage of a failure says whether SES may have the email.
import http from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { ConnectionLostError } from '../smtp/smtp-replies.ts'

export type HttpAnswer = {
  status: number
  /** The header x-amzn-ErrorType. */
  errorType: string
  body: string
}

export type ExchangeTimeouts = {
  connect: number
  /** For each megabyte of the request. */
  block: number
  answer: number
}

/**
 * SES answers within a second or two. A limit that is too short causes duplicates, and one that is too long only keeps a
 * connection waiting.
 */
export const EXCHANGE_TIMEOUTS_MS: ExchangeTimeouts = { connect: 30_000, block: 180_000, answer: 120_000 }

const BLOCK_BYTES = 1_048_576

// An error has some hundred characters. A server that sends more than this is not SES.
const MOST_ANSWER_BYTES = 65_536

type ExchangeOptions = {
  url: URL
  method: 'GET' | 'POST'
  agent: http.Agent
  timeouts: ExchangeTimeouts
  /** Where the settings of the server are, for the words of a failure. */
  settingsIn: string
  /** A new connection is being opened. */
  onConnecting: (socket: Socket) => void
}

export class HttpExchange {
  readonly #request: ClientRequest
  readonly #server: ServerName
  readonly #timeouts: ExchangeTimeouts
  readonly #connected = Promise.withResolvers<void>()
  readonly #lost = Promise.withResolvers<never>()
  readonly #responded = Promise.withResolvers<void>()
  readonly #answered = Promise.withResolvers<HttpAnswer>()
  /** The server has begun to answer. */
  isAnswered = false
  #failure: ConnectionLostError | undefined

  constructor({ url, method, agent, timeouts, settingsIn, onConnecting }: ExchangeOptions) {
    this.#server = { host: url.host, settingsIn }
    this.#timeouts = timeouts
    // The caller that waits for a step gets the error.
    this.#lost.promise.catch(() => undefined)
    this.#request = (url.protocol === 'https:' ? https : http).request(url, { method, agent })
    this.#request
      .on('socket', (socket) => this.#useSocket(socket, onConnecting))
      .on('response', (incoming) => this.#readAnswer(incoming))
      .on('error', (error) => this.#fail(explain(error, this.#server)))
      .on('close', () => this.#fail('the server closed the connection'))
  }

  /** Whether the connection was used before: the server may have closed it in the meantime. */
  get isReused(): boolean {
    return this.#request.reusedSocket
  }

  /** Resolves when there is a connection. @throws {ConnectionLostError}, as all steps do */
  async open(): Promise<void> {
    const { connect } = this.#timeouts
    const reason = `no connection to ${this.#server.host} within ${connect / 1000} s; a firewall may block it`
    await this.#within(connect, reason, this.#connected.promise)
  }

  /** Nothing is sent before `write` or `end`. */
  setHeaders(headers: Record<string, string>): void {
    for (const [name, value] of Object.entries(headers)) this.#request.setHeader(name, value)
  }

  /** Resolves when the bytes have left, or the server answers before it has them all. */
  async write(bytes: Buffer): Promise<void> {
    const { block } = this.#timeouts
    for (let at = 0; at < bytes.length && !this.isAnswered; at += BLOCK_BYTES) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#request.write(bytes.subarray(at, at + BLOCK_BYTES), (error) => {
        // The error is reported as a lost connection.
        if (!error) resolve()
      })
      const reason = `${this.#server.host} took no more of the email within ${block / 1000} s`
      await this.#within(block, reason, Promise.race([promise, this.#responded.promise]))
    }
  }

  requireConnection(): void {
    if (this.#failure) throw this.#failure
  }

  /** Sends the last bytes. */
  end(bytes: Buffer = Buffer.alloc(0)): void {
    this.#request.end(bytes)
  }

  async answer(): Promise<HttpAnswer> {
    const { answer } = this.#timeouts
    return this.#within(answer, `no answer within ${answer / 1000} s`, this.#answered.promise)
  }

  destroy(): void {
    this.#request.destroy()
  }

  async #within<T>(ms: number, reason: string, step: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#fail(reason), ms)
    try {
      return await Promise.race([step, this.#lost.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  #useSocket(socket: Socket, onConnecting: (socket: Socket) => void): void {
    if (this.#request.reusedSocket) return this.#connected.resolve()
    onConnecting(socket)
    socket.once(connectEvent(socket), () => this.#connected.resolve())
  }

  #readAnswer(incoming: IncomingMessage): void {
    this.isAnswered = true
    this.#responded.resolve()
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (text: string) => {
      body += text
      if (body.length > MOST_ANSWER_BYTES) this.#fail('the answer has no end')
    })
    const [errorType = ''] = String(incoming.headers['x-amzn-errortype'] ?? '').split(':')
    incoming.on('end', () => this.#answered.resolve({ status: incoming.statusCode ?? 0, errorType, body }))
    incoming.on('error', (error) => this.#fail(explain(error, this.#server)))
  }

  #fail(reason: string): void {
    this.#failure ??= new ConnectionLostError(reason)
    this.#lost.reject(this.#failure)
    this.#request.destroy()
  }
}

/** When a connection is ready for a request: a TLS socket emits `connect` before the handshake. */
export const connectEvent = (socket: Socket): 'connect' | 'secureConnect' =>
  'encrypted' in socket ? 'secureConnect' : 'connect'

type ServerName = Pick<ExchangeOptions, 'settingsIn'> & { host: string }

const REASONS: Record<string, (server: ServerName) => string> = {
  ENOTFOUND: ({ host, settingsIn }) =>
    `the host name ${host} does not exist in DNS; check the region in ${settingsIn}`,
  EAI_AGAIN: ({ host }) =>
    `DNS gave no answer for the host name ${host}; check that the DNS servers of this machine can be reached`,
  ECONNREFUSED: ({ host }) => `nothing accepts connections at ${host}`,
  ECONNRESET: ({ host }) => `${host} closed the connection`,
  EPIPE: ({ host }) => `${host} closed the connection`,
}

function explain(error: NodeJS.ErrnoException, server: ServerName): string {
  // Already explained: the address was not allowed.
  if (error instanceof ConnectionLostError) return error.message
  const reason = REASONS[error.code ?? '']?.(server)
  return reason ?? `the connection to ${server.host} failed: ${error.message || error.name}`
}
