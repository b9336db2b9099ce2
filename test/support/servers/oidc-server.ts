// A small OpenID Connect provider on loopback: discovery, authorization, tokens with a signed id_token, and its keys. It
// signs in the person that a test sets, without asking, and checks what a client has to send.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CLIENT = { id: 'lettermill', secret: 'a secret: with & signs' }

export type OidcServer = {
  issuer: string
  /** The person who signs in next; merged into the claims of the token, so that any of them can be wrong. */
  person: Record<string, unknown>
  /** The key that signs the tokens; a key other than the published one makes a forgery. */
  signWith: KeyObject
  /** Overrides fields of the discovery document. */
  metadata: Record<string, unknown>
  /** Overrides fields of the token endpoint's answer. */
  tokens: Record<string, unknown>
  /** Whether it answers at all. */
  isDown: boolean
  /** Scopes and others that the last authorization asked for. */
  asked: URLSearchParams
  close(): Promise<void>
}

type Grant = { nonce: string | null; challenge: string | null; redirectUri: string | null }

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startOidcServer(): Promise<OidcServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OidcServer = {
    issuer,
    person: {},
    signWith: privateKey,
    metadata: {},
    tokens: {},
    isDown: false,
    asked: new URLSearchParams(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const authorize = (url: URL, response: ServerResponse) => {
    provider.asked = url.searchParams
    const code = randomUUID()
    grants.set(code, {
      nonce: url.searchParams.get('nonce'),
      challenge: url.searchParams.get('code_challenge'),
      redirectUri: url.searchParams.get('redirect_uri'),
    })
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await read(request))
    const grant = grants.get(form.get('code') ?? '')
    // A code works once.
    grants.delete(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      isClient(request) && grant?.challenge === proof && grant.redirectUri === form.get('redirect_uri')
    if (!isRight) return json(response, 400, { error: 'invalid_grant' })
    const tokens = {
      token_type: 'Bearer',
      access_token: randomUUID(),
      id_token: idTokenOf(provider, grant.nonce),
      ...provider.tokens,
    }
    return json(response, 200, tokens)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    if (provider.isDown) return json(response, 503, {})
    const isDiscovery = url.pathname === '/.well-known/openid-configuration'
    if (isDiscovery) return json(response, 200, discoveryOf(provider))
    if (url.pathname === '/jwks') {
      const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
      return json(response, 200, { keys: [key] })
    }
    if (url.pathname === '/authorize') return authorize(url, response)
    if (url.pathname === '/token') return token(request, response)
    return json(response, 404, {})
  }
  return provider
}

const discoveryOf = ({ issuer, metadata }: OidcServer) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  ...metadata,
})

function idTokenOf({ issuer, person, signWith }: OidcServer, nonce: string | null): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 60, nonce, ...person }
  const text = `${encoded({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), signWith).toString('base64url')}`
}

/** RFC 6749, section 2.3.1: both parts are encoded before they are joined. */
function isClient({ headers }: IncomingMessage): boolean {
  const pair = [CLIENT.id, CLIENT.secret].map(encodeURIComponent).join(':')
  return headers.authorization === `Basic ${Buffer.from(pair).toString('base64')}`
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
