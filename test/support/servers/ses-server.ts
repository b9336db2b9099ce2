// The API of SES on loopback. It checks the signature of every request, and follows the script of a test:
//
//   const ses = await useSesServer()
//   ses.answer = () => refuse(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.')
//   ses.answer = (number) => (number === 1 ? 'drop' : undefined)      // undefined: the email is taken
//
// The emails that it took are in `emails`; `requests` counts those that asked it to take one.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeEach } from 'vitest'

export type SesAnswer = { status: number; headers?: Record<string, string>; body: string }

/** `drop`: the connection is cut after the request. */
type ScriptedAnswer = SesAnswer | 'drop' | undefined

export type SesEmail = {
  /** The names of everything that was said about it. */
  fields: string[]
  to: string[]
  feedbackTo: string | undefined
  configurationSet: string | undefined
  bytes: Buffer
  /** The number of its connection. */
  connection: number
}

export type SesQuota = { Max24HourSend: number; MaxSendRate: number; SentLast24Hours: number }

export type SesServer = {
  readonly url: string
  emails: SesEmail[]
  requests: number
  connections: number
  readonly open: ReadonlySet<Socket>
  quota: SesQuota
  isSendingEnabled: boolean
  isInSandbox: boolean
  answer: (request: number) => ScriptedAnswer | Promise<ScriptedAnswer>
  /** Called when the headers of a request have come. True if the connection is cut there. */
  isCutEarly: (request: number) => boolean
  /** An answer before the body has come. */
  earlyAnswer: SesAnswer | undefined
  /** Answers GET /v2/email/account. */
  account: (() => SesAnswer) | undefined
  accountRequests: number
}

export const SES_KEY = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a/secret+of=tests' }

/** MAIL_TRANSPORT for this server. */
export const sesUrl = ({ url }: { url: string }, options = ''): string =>
  `ses://${SES_KEY.accessKeyId}:${encodeURIComponent(SES_KEY.secretAccessKey)}@eu-west-1?endpoint=${url}${options}`

export const refuse = (status: number, name: string, message: string): SesAnswer => ({
  status,
  headers: { 'x-amzn-ErrorType': `${name}:http://internal.amazon.com/coral/` },
  body: JSON.stringify({ message }),
})

/** An account far from its limits. */
const QUOTA: SesQuota = { Max24HourSend: 1_000_000, MaxSendRate: 100_000, SentLast24Hours: 0 }

const fresh = () => ({
  emails: [],
  requests: 0,
  connections: 0,
  quota: QUOTA,
  isSendingEnabled: true,
  isInSandbox: false,
  answer: () => undefined,
  isCutEarly: () => false,
  earlyAnswer: undefined,
  account: undefined,
  accountRequests: 0,
})

/** One server for the file, with an empty script before each test. With a certificate it is reached over https. */
export async function useSesServer(tls?: { cert: string; key: string }): Promise<SesServer> {
  const open = new Set<Socket>()
  const ids = new WeakMap<Socket, number>()
  const listener: RequestListener = (request, response) => void serve(ses, { request, response, ids })
  const server = tls ? createSecureServer(tls, listener) : createServer(listener)
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket)
    ids.set(socket, (ses.connections += 1))
    socket.on('close', () => open.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http${tls ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ses: SesServer = { url, open, ...fresh() }
  beforeEach(() => {
    for (const socket of open) socket.destroy()
    Object.assign(ses, fresh())
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return ses
}

type Visit = { request: IncomingMessage; response: ServerResponse; ids: WeakMap<Socket, number> }

async function serve(ses: SesServer, { request, response, ids }: Visit): Promise<void> {
  const isEmail = request.url === '/v2/email/outbound-emails'
  const number = isEmail ? (ses.requests += 1) : 0
  if (isEmail && ses.isCutEarly(number)) return void request.socket.destroy()
  if (isEmail && ses.earlyAnswer) return reply(response, ses.earlyAnswer)
  const chunks: Buffer[] = []
  request.on('error', () => undefined).on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => request.once('end', resolve).once('error', resolve))
  if (!request.complete) return undefined
  const body = Buffer.concat(chunks)
  if (!isSigned(request, body)) {
    return reply(response, refuse(403, 'InvalidSignatureException', 'The request signature does not match.'))
  }
  if (!isEmail) return reply(response, accountAnswer(ses))
  const scripted = await ses.answer(number)
  if (scripted === 'drop') return void request.socket.destroy()
  if (scripted) return reply(response, scripted)
  ses.emails.push(readEmail(body, ids.get(request.socket) ?? 0))
  return reply(response, { status: 200, body: JSON.stringify({ MessageId: `0102-${ses.emails.length}` }) })
}

function reply(response: ServerResponse, { status, headers = {}, body }: SesAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

function accountAnswer(ses: SesServer): SesAnswer {
  ses.accountRequests += 1
  const account = {
    SendQuota: ses.quota,
    SendingEnabled: ses.isSendingEnabled,
    ProductionAccessEnabled: !ses.isInSandbox,
  }
  return ses.account?.() ?? { status: 200, body: JSON.stringify(account) }
}

function readEmail(body: Buffer, connection: number): SesEmail {
  const json = JSON.parse(body.toString()) as {
    Destination: { ToAddresses: string[] }
    FeedbackForwardingEmailAddress?: string
    ConfigurationSetName?: string
    Content: { Raw: { Data: string } }
  }
  return {
    fields: Object.keys(json),
    to: json.Destination.ToAddresses,
    feedbackTo: json.FeedbackForwardingEmailAddress,
    configurationSet: json.ConfigurationSetName,
    bytes: Buffer.from(json.Content.Raw.Data, 'base64'),
    connection,
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<place>\S+), SignedHeaders=(?<names>\S+), Signature=(?<signature>\w+)$/

/** Shares no code with the signer, and takes the headers as they arrived. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const {
    key,
    place = '',
    names = '',
    signature,
  } = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {}
  if (key !== SES_KEY.accessKeyId || !place.endsWith('/eu-west-1/ses/aws4_request')) return false
  const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
  const mac = (secret: Buffer | string, text: string) => createHmac('sha256', secret).update(text).digest()
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}`)
  const canonical = `${method}\n${url}\n\n${lines.join('\n')}\n\n${names}\n${sha256(body)}`
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${place}\n${sha256(canonical)}`
  const [date = '', region = '', service = '', end = ''] = place.split('/')
  const daily = mac(mac(mac(`AWS4${SES_KEY.secretAccessKey}`, date), region), service)
  return mac(mac(daily, end), text).toString('hex') === signature
}
