// Access tokens of OAuth 2 for a relay: by a refresh token (RFC 6749, section 6), or for the application itself (section
// 4.4). A token is used until shortly before it ends.
import type { Clock } from '../../../platform/clock.ts'
import { readJson, textAt } from '../../../platform/email/feedback/providers/json-values.ts'
import type { Json } from '../../../platform/email/feedback/providers/json-values.ts'
import { ConnectionLostError } from '../../../platform/email/smtp/smtp-replies.ts'
import type { HttpClient } from '../../../platform/outgoing/http-client.ts'

export type TokenRequest = {
  tokenUrl: string
  clientId: string
  clientSecret: string
  refreshToken: string | null
  scope: string | null
}

type Parts = {
  http: Pick<HttpClient, 'send'>
  clock: Clock
  /** The server replaces the refresh token, which has to be used from now on. */
  onRefreshToken: (refreshToken: string) => Promise<void>
}

const TIMEOUT_MS = 30_000
// Tokens of Microsoft have several thousand characters.
const MOST_ANSWER_BYTES = 65_536
// A token that ends while it is being used is refused.
const MARGIN_MS = 60_000
// RFC 6749, section 5.1, recommends the field; servers without it issue tokens for an hour.
const DEFAULT_SECONDS = 3_600

/** Connections that are opened together share one request. The result throws ConnectionLostError with the reason. */
export function createAccessTokens(request: TokenRequest, parts: Parts): () => Promise<string> {
  let { refreshToken } = request
  let known: { token: string; untilMs: number } | undefined
  let asking: Promise<string> | undefined

  const ask = async (): Promise<string> => {
    const answer = await requestToken(parts.http, { ...request, refreshToken })
    const replaced = textAt(answer, 'refresh_token')
    if (refreshToken !== null && replaced !== '' && replaced !== refreshToken) {
      refreshToken = replaced
      await parts.onRefreshToken(replaced)
    }
    const seconds = Number(answer['expires_in'] ?? DEFAULT_SECONDS)
    const token = textAt(answer, 'access_token')
    known = { token, untilMs: parts.clock.now().getTime() + seconds * 1_000 - MARGIN_MS }
    return token
  }
  return () => {
    if (known && parts.clock.now().getTime() < known.untilMs) return Promise.resolve(known.token)
    asking ??= ask().finally(() => (asking = undefined))
    return asking
  }
}

async function requestToken(http: Parts['http'], request: TokenRequest): Promise<Json> {
  const { tokenUrl, clientId, clientSecret, refreshToken, scope } = request
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    ...(refreshToken === null
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'refresh_token', refresh_token: refreshToken }),
    ...(scope !== null && { scope }),
  })
  const outcome = await http.send({
    url: tokenUrl,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: body.toString(),
    timeoutMs: TIMEOUT_MS,
    keptBytes: MOST_ANSWER_BYTES,
  })
  if (outcome.status !== 'answered') throw noToken(tokenUrl, outcome.reason)
  const answer = readJson(outcome.body)
  // The token is part of a command of SMTP.
  if (outcome.statusCode === 200 && /^[\x21-\x7e]+$/.test(textAt(answer, 'access_token'))) return answer
  throw noToken(tokenUrl, describe(answer) || `HTTP ${outcome.statusCode}`)
}

const LONGEST_REASON = 500

/** RFC 6749, section 5.2. */
const describe = (answer: Json): string =>
  [textAt(answer, 'error'), textAt(answer, 'error_description')]
    .filter((text) => text !== '')
    .join(': ')
    .slice(0, LONGEST_REASON)

const noToken = (tokenUrl: string, reason: string) =>
  new ConnectionLostError(
    `no access token from ${new URL(tokenUrl).host}: ${reason}; check oauth2 of the transport`,
  )
