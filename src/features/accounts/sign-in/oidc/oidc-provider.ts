// Our own requests to an OpenID Connect provider: discovery, and the exchange of a code for tokens. Each has a time limit, and
// responses are validated.
import type { z } from 'zod'
import type { Config } from '../../../../platform/config.ts'
import { Discovery, Tokens } from './oidc-provider.schema.ts'

// A person is waiting for the response.
const TIMEOUT_MS = 10_000

export type OidcProvider = z.output<typeof Discovery>

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  domains: readonly string[] | undefined
}

export function oidcSettingsOf(config: Config): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret, name: config.OIDC_NAME, domains: config.OIDC_ALLOWED_DOMAINS }
}

export const discoveryUrlOf = ({ issuer }: OidcSettings): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** @throws if the provider does not answer, or its document is invalid */
export async function discover(settings: OidcSettings): Promise<OidcProvider> {
  const url = discoveryUrlOf(settings)
  const found = Discovery.parse(await readJson(url, {}))
  // Section 4.3: otherwise tokens of another issuer would be accepted.
  if (found.issuer !== settings.issuer) {
    throw new Error(`${url} belongs to the issuer ${found.issuer}, but OIDC_ISSUER is ${settings.issuer}`)
  }
  return found
}

type CodeExchange = { code: string; redirectURI: string; codeVerifier?: string | undefined }

/** RFC 6749, section 4.1.3, with the proof of RFC 7636. */
export async function exchangeCode(
  { clientId, clientSecret }: OidcSettings,
  provider: OidcProvider,
  { code, redirectURI, codeVerifier }: CodeExchange,
): Promise<{ idToken: string; accessToken: string }> {
  const isBasic = provider.token_endpoint_auth_methods_supported.includes('client_secret_basic')
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectURI,
    ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
    ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
  })
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const headers = isBasic ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}
  const tokens = Tokens.parse(await readJson(provider.token_endpoint, { method: 'POST', headers, body }))
  return { idToken: tokens.id_token, accessToken: tokens.access_token }
}

type JsonRequest = { method?: 'POST'; headers?: Record<string, string>; body?: URLSearchParams }

async function readJson(url: string, request: JsonRequest): Promise<unknown> {
  const headers = { accept: 'application/json', ...request.headers }
  // A redirect would send the client's secret elsewhere.
  const response = await fetch(url, {
    ...request,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}
