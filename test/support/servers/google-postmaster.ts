// Google on loopback, as far as Postmaster Tools need it: the token server, which checks the signature of a service account, and the Gmail
// Postmaster Tools API v2 in its documented form. A test sets domains, figures and verdicts, and can answer any request itself.
//
//   const google = await useGoogle()
//   google.domains = [{ name: 'domains/shop.example', permission: 'OWNER', verificationState: 'VERIFIED' }]
//   google.answer = ({ path }) => (path === '/token' ? { status: 503, body: '' } : undefined)
import { generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Metric = { name: string; baseMetric: { standardMetric: string }; filter?: string }
type Query = {
  metricDefinitions: Metric[]
  timeQuery: { dateRanges: { dateRanges: { start: GoogleDate; end: GoogleDate }[] } }
  aggregationGranularity: string
  pageSize: number
  pageToken?: string
}
type GoogleDate = { year: number; month: number; day: number }
export type GoogleRequest = { method: string; path: string; body: string }
type Answer = { status: number; body: string; headers?: Record<string, string> }

export type Google = {
  url: string
  /** The key file of the service account. */
  credentials: string
  email: string
  domains: { name: string; permission?: string; verificationState?: string }[]
  /** By day, such as 2026-02-01, and by metric with its filter, such as `AUTH_SUCCESS_RATE auth_type = "spf"`. */
  figures: Record<string, Record<string, number | string[]>>
  compliance: object | undefined
  /** Requests that came, without those for tokens. */
  requests: GoogleRequest[]
  tokens: number
  /** Answers instead of the server; undefined leaves it to the server. */
  answer: (request: GoogleRequest) => Answer | Promise<Answer> | undefined
}

const json = (status: number, body: object): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json; charset=UTF-8' },
})

export const refusal = (code: number, message: string, status: string): Answer =>
  json(code, { error: { code, message, status } })

const PAGE = 7

/** For a whole test file; every test begins without domains and figures. */
export async function useGoogle(): Promise<Google> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const google: Google = {
    url: '',
    credentials: '',
    email: 'reader@shop-example.iam.gserviceaccount.com',
    domains: [],
    figures: {},
    compliance: undefined,
    requests: [],
    tokens: 0,
    answer: () => undefined,
  }

  const state: State = { google, publicKey, valid: new Set() }
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const request = { method: incoming.method ?? '', path: incoming.url ?? '', body }
      if (request.path !== '/token') google.requests.push(request)
      void Promise.resolve(
        google.answer(request) ?? call(state, { ...request, authorization: incoming.headers.authorization }),
      ).then(({ status, headers = {}, body: text }) => response.writeHead(status, headers).end(text))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  google.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  google.credentials = keyFileOf(google, privateKey)
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    Object.assign(google, {
      domains: [],
      figures: {},
      compliance: undefined,
      tokens: 0,
      answer: () => undefined,
    })
    google.requests.length = 0
  })
  return google
}

type State = { google: Google; publicKey: KeyObject; valid: Set<string> }

const keyFileOf = ({ email, url }: Google, privateKey: KeyObject): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'shop-example',
    private_key_id: 'key-1',
    private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    client_email: email,
    client_id: '1',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: `${url}/token`,
  })

type Call = GoogleRequest & { authorization: string | undefined }

function call(state: State, { path, body, authorization }: Call): Answer {
  const { google, valid } = state
  const url = new URL(path, google.url)
  if (url.pathname === '/token') return answerToken(state, body)
  if (!valid.has(authorization?.replace('Bearer ', '') ?? '')) {
    return refusal(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED')
  }
  if (url.pathname === '/v2/domains') {
    const page = pageOf(google.domains, url.searchParams.get('pageToken') ?? undefined)
    return json(200, { domains: page.items, ...page.next })
  }
  const [, domain = '', rest] = /^\/v2\/domains\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
  const owned = google.domains.find(({ name }) => name === `domains/${domain}`)
  if (!owned) return refusal(403, 'The caller does not have permission', 'PERMISSION_DENIED')
  if (rest === 'domainStats:query') return answerQuery(google, { domain, query: JSON.parse(body) as Query })
  if (rest === 'complianceStatus' && google.compliance) {
    return json(200, { name: `domains/${domain}/complianceStatus`, ...google.compliance })
  }
  return refusal(404, 'Requested entity was not found.', 'NOT_FOUND')
}

function answerToken({ google, publicKey, valid }: State, body: string): Answer {
  google.tokens += 1
  const form = new URLSearchParams(body)
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const signed = Buffer.from(`${header}.${claims}`)
  const isSigned = verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))
  const said = isSigned
    ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)
    : {}
  const isRight =
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    said['iss'] === google.email &&
    said['aud'] === `${google.url}/token` &&
    String(said['scope']).includes('postmaster.traffic.readonly') &&
    Number(said['exp']) - Number(said['iat']) <= 3_600
  if (!isRight) return json(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
  const access = randomUUID()
  valid.add(access)
  return json(200, { access_token: access, expires_in: 3_599, token_type: 'Bearer' })
}

function answerQuery({ figures }: Google, { domain, query }: { domain: string; query: Query }): Answer {
  const range = query.timeQuery.dateRanges.dateRanges[0]
  const stats = Object.entries(figures)
    .filter(([day]) => range && day >= textOf(range.start) && day <= textOf(range.end))
    .flatMap(([day, ofDay]) =>
      query.metricDefinitions.flatMap(({ name, baseMetric, filter }) => {
        const value = ofDay[[baseMetric.standardMetric, filter].filter(Boolean).join(' ')]
        if (value === undefined) return []
        return [
          {
            name: `domains/${domain}/domainStats/${randomUUID()}`,
            metric: name,
            date: dateOf(day),
            value: Array.isArray(value) ? { stringList: { values: value } } : { doubleValue: value },
          },
        ]
      }),
    )
  const page = pageOf(stats, query.pageToken)
  return json(200, { domainStats: page.items, ...page.next })
}

function pageOf<Item>(items: readonly Item[], token = '0') {
  const from = Number(token)
  const isLast = from + PAGE >= items.length
  return { items: items.slice(from, from + PAGE), next: isLast ? {} : { nextPageToken: String(from + PAGE) } }
}

const textOf = ({ year, month, day }: GoogleDate): string =>
  [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

function dateOf(text: string): GoogleDate {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
}
