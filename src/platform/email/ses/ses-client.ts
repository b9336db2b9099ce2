// Signed requests to the API of SES, version 2, over kept connections.
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import type { Clock } from '../../clock.ts'
import type { ConnectionLimit } from '../smtp/connection-limit.ts'
import { connectEvent, HttpExchange } from './http-exchange.ts'
import type { ExchangeTimeouts, HttpAnswer } from './http-exchange.ts'
import type { SesUrl } from './ses-url.ts'
import { signRequest } from '../../aws/sigv4.ts'
import type { AwsCredentials } from '../../aws/sigv4.ts'

export type SesServer = Omit<SesUrl, 'credentials'> & {
  credentials: AwsCredentials
  /** The addresses to connect to. Undefined: those that the system finds. Rejects with a ConnectionLostError. */
  findAddresses?: (() => Promise<readonly string[]>) | undefined
  /** Where its settings are, for people. Undefined: MAIL_TRANSPORT. */
  settingsIn?: string | undefined
}

export type SesClient = {
  /** Begins to send an email. Nothing of it is sent before `sign` and the steps after it. */
  beginEmail(): HttpExchange
  /** Sets the headers, once the body is known and there is a connection: a signature is valid for five minutes. */
  sign(exchange: HttpExchange, body: Buffer): void
  getAccount(): Promise<HttpAnswer>
  /** Closes connections that no request uses. */
  closeIdle(): void
}

const EMAILS = '/v2/email/outbound-emails'
const ACCOUNT = '/v2/email/account'

// Shorter than the idle limits of usual servers (5 s and more): an email on a connection that the server closes is lost or
// not, which nobody knows.
const IDLE_MS = 4_000

// Email waits for it, and can be sent without it.
const ACCOUNT_ANSWER_MS = 10_000

type ClientParts = { server: SesServer; clock: Clock; limit: ConnectionLimit; timeouts: ExchangeTimeouts }

export function createSesClient({ server, clock, limit, timeouts }: ClientParts): SesClient {
  const { endpoint, region, credentials, findAddresses, settingsIn = 'MAIL_TRANSPORT' } = server
  const { Agent } = endpoint.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  if (findAddresses) connectOnlyTo(agent, findAddresses)
  const onConnecting = (socket: Socket) => countConnection(socket, limit)

  const begin = (method: 'GET' | 'POST', path: string, answer = timeouts.answer): HttpExchange =>
    new HttpExchange({
      url: new URL(path, endpoint),
      method,
      agent,
      timeouts: { ...timeouts, answer },
      settingsIn,
      onConnecting,
    })
  const headersFor = (request: { method: 'GET' | 'POST'; path: string; body: Buffer }) => {
    const { method, body } = request
    const headers = { host: endpoint.host, ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const scope = { region, service: 'ses', now: clock.now() }
    return {
      ...signRequest({ ...request, headers }, credentials, scope),
      'content-length': String(body.length),
    }
  }
  return {
    beginEmail: () => begin('POST', EMAILS),
    sign: (exchange, body) => exchange.setHeaders(headersFor({ method: 'POST', path: EMAILS, body })),
    async getAccount() {
      const exchange = begin('GET', ACCOUNT, ACCOUNT_ANSWER_MS)
      await exchange.open()
      exchange.setHeaders(headersFor({ method: 'GET', path: ACCOUNT, body: Buffer.alloc(0) }))
      exchange.end()
      return exchange.answer()
    },
    closeIdle() {
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
    },
  }
}

/** Connections go to these addresses, which are found again for each; the certificate is checked for the name. */
function connectOnlyTo(agent: http.Agent, findAddresses: NonNullable<SesServer['findAddresses']>): void {
  const connect = agent.createConnection.bind(agent)
  const open = async (options: http.ClientRequestArgs, done: ConnectionCallback): Promise<void> => {
    try {
      const lookup = lookupIn(await findAddresses())
      done(null, connect({ ...options, lookup }) as Socket)
    } catch (error) {
      done(error as Error)
    }
  }
  agent.createConnection = (options, done) => {
    if (done) void open(options, done as ConnectionCallback)
    return undefined
  }
}

/** An error comes without a connection, which the types of Node do not say. */
type ConnectionCallback = (error: Error | null, socket?: Socket) => void

/** Not asked for a host that is an address, which is then the one that was checked. */
const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  }

function countConnection(socket: Socket, limit: ConnectionLimit): void {
  let isOpen = false
  limit.opening()
  socket.once(connectEvent(socket), () => {
    isOpen = true
    limit.opened()
  })
  socket.once('close', () => (isOpen ? limit.closed() : limit.failed()))
}
