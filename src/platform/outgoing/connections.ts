// One HTTP exchange with one checked address, and the pool of connections for the next one.
import http from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Socket } from 'node:net'

export type OutgoingRequest = {
  url: string
  method?: 'HEAD' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  /** For everything: DNS, connecting, sending, and reading the response. */
  timeoutMs: number
  /** The part of the response that is kept; 4 kB by default. */
  keptBytes?: number
}

/** Why the body is not whole: it is longer than the stored part, it came too late, or the connection was lost. */
export type Cut = 'long' | 'late' | 'lost' | null

export type OutgoingResponse = {
  statusCode: number
  /** Its beginning, as text. */
  body: string
  cut: Cut
  /** The header Retry-After, as received. */
  retryAfter: string | undefined
  /** The header Location, as received. */
  location: string | undefined
}

type Exchange = {
  url: URL
  host: string
  /** Where to connect. No name is resolved from here on. */
  address: string
  request: OutgoingRequest
  signal: AbortSignal
  connectMs: number
}

type ExchangeResult =
  | ({ status: 'answered' } & OutgoingResponse)
  /** `isSent`: the server may have received it. */
  | { status: 'failed'; reason: string; isSent: boolean }

export type Connections = { send(exchange: Exchange): Promise<ExchangeResult>; close(): void }

/** The stored part of a response: enough to see an error page, little enough to store with each attempt. */
const KEPT_BYTES = 4096

// Saves a receiver of many requests the handshakes; most servers close idle connections after 5 s or more.
const IDLE_MS = 4_000
const MOST_IDLE_PER_HOST = 16
const MOST_IDLE = 256

// The default limit of nginx and Node.
const MOST_HEADER_BYTES = 16_384

type Agents = { kept: http.Agent; once: http.Agent }

export function createConnections({ userAgent }: { userAgent: string }): Connections {
  // Our own agents use no proxy from the environment.
  const keeping = { keepAlive: true, maxFreeSockets: MOST_IDLE_PER_HOST, timeout: IDLE_MS }
  const plain: Agents = { kept: new http.Agent(keeping), once: new http.Agent() }
  const secure: Agents = { kept: new https.Agent(keeping), once: new https.Agent() }
  const idle = () => [plain, secure].flatMap(({ kept }) => Object.values(kept.freeSockets)).flat().length
  return {
    send(exchange) {
      const agents = exchange.url.protocol === 'https:' ? secure : plain
      const agent = idle() < MOST_IDLE ? agents.kept : agents.once
      try {
        return awaitResponse(begin(exchange, { agent, userAgent }), exchange)
      } catch (error) {
        // A header that HTTP cannot carry.
        return Promise.resolve({ status: 'failed', reason: describe(error), isSent: false })
      }
    },
    close() {
      for (const agent of [plain.kept, plain.once, secure.kept, secure.once]) agent.destroy()
    },
  }
}

// Headers that a caller of the HTTP client cannot set: the client or the signature sets them, or they control the framing
// and would allow request smuggling.
const RESERVED = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'keep-alive',
])

const isReservedHeader = (name: string): boolean =>
  RESERVED.has(name.toLowerCase()) || name.toLowerCase().startsWith('proxy-')

function begin(
  { url, host, address, request }: Exchange,
  { agent, userAgent }: { agent: http.Agent; userAgent: string },
): ClientRequest {
  const body = Buffer.from(request.body ?? '')
  const given = Object.entries(request.headers ?? {}).filter(([name]) => !isReservedHeader(name))
  const options: RequestOptions & { servername: string } = {
    agent,
    host: address,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method: request.method ?? 'POST',
    // The certificate is checked for the name, or for the address where the URL has one.
    servername: isIP(host) === 0 ? host : '',
    maxHeaderSize: MOST_HEADER_BYTES,
    headers: {
      'user-agent': userAgent,
      accept: '*/*',
      ...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value])),
      host: url.host,
      'accept-encoding': 'identity',
      ...(request.body !== undefined && { 'content-length': body.length }),
    },
  }
  const outgoing = (url.protocol === 'https:' ? https : http).request(options)
  outgoing.end(body)
  return outgoing
}

function awaitResponse(
  outgoing: ClientRequest,
  { signal, connectMs, request: { keptBytes = KEPT_BYTES } }: Exchange,
): Promise<ExchangeResult> {
  const { promise, resolve } = Promise.withResolvers<ExchangeResult>()
  let isSent = false
  let answered: ReturnType<typeof readAnswer> | undefined
  const settle = (result: ExchangeResult) => {
    clearTimeout(connecting)
    signal.removeEventListener('abort', abort)
    resolve(result)
  }
  const fail = (reason: string, cut: Cut = 'lost') => {
    outgoing.destroy()
    // A server that has sent its status has accepted the request, even if the rest of the response is lost.
    settle(answered ? answered.soFar(cut) : { status: 'failed', reason, isSent })
  }
  const abort = () => fail('no answer in time', 'late')
  const connecting = setTimeout(() => fail('the connection could not be made in time'), connectMs)
  const connected = () => {
    isSent = true
    clearTimeout(connecting)
  }
  signal.addEventListener('abort', abort, { once: true })
  outgoing.on('socket', (socket: Socket) => {
    if (outgoing.reusedSocket) return connected()
    // A TLS socket emits "connect" before the handshake, when nothing of the request has been sent yet.
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected)
  })
  outgoing.on('error', (error) => fail(describe(error)))
  outgoing.on('response', (incoming) => {
    answered = readAnswer(incoming, { keptBytes, settle })
  })
  return promise
}

type AnswerOptions = { keptBytes: number; settle: (result: ExchangeResult) => void }

function readAnswer(
  incoming: IncomingMessage,
  { keptBytes, settle }: AnswerOptions,
): { soFar: (cut: Cut) => ExchangeResult } {
  const chunks: Buffer[] = []
  let size = 0
  const soFar = (cut: Cut): ExchangeResult => ({
    status: 'answered',
    statusCode: incoming.statusCode ?? 0,
    body: toText(Buffer.concat(chunks)),
    cut,
    retryAfter: incoming.headers['retry-after'],
    location: incoming.headers.location,
  })
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, keptBytes - size))
    size += chunk.length
    if (size <= keptBytes) return
    // The rest may be endless.
    settle(soFar('long'))
    incoming.destroy()
  })
  incoming.on('end', () => settle(soFar(null)))
  incoming.on('error', () => settle(soFar('lost')))
  return { soFar }
}

/** Text that can be stored: PostgreSQL accepts no NUL. */
const toText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\ufffd')

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  EPIPE: 'the connection was closed without an answer',
  EHOSTUNREACH: 'the host could not be reached',
  ENETUNREACH: 'the host could not be reached',
  ETIMEDOUT: 'the connection could not be made in time',
  HPE_HEADER_OVERFLOW: 'the answer has more headers than are accepted (16 kB)',
}

function describe(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code.startsWith('HPE_') && !(code in REASONS)) return 'the answer is not HTTP'
  return REASONS[code] ?? message
}
