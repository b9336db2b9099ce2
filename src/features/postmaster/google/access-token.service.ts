// Signs in as a service account: a JWT signed with its key is exchanged for an access token that lasts an hour (RFC 7523).
import { sign } from 'node:crypto'
import type { GoogleCredentials } from '../../../platform/postmaster-settings.ts'
import { askSource, parseAnswer } from '../ask-source.service.ts'
import type { SourceTools } from '../ask-source.service.ts'
import { SourceFailure } from '../source-failure.ts'
import { TokenAnswer, TokenRefusal } from './google-answers.schema.ts'

/** To list the domains, and to read their figures. */
const SCOPES = [
  'https://www.googleapis.com/auth/postmaster.domain',
  'https://www.googleapis.com/auth/postmaster.traffic.readonly',
]

const LIFETIME_SECONDS = 3_600

/** @throws SourceFailure */
export async function readAccessToken(tools: SourceTools, credentials: GoogleCredentials): Promise<string> {
  const body = await askSource(tools, {
    server: 'Google',
    url: credentials.tokenUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(credentials, tools.clock.now()),
    }).toString(),
    reasonIn: reasonOf,
  })
  const parsed = TokenAnswer.safeParse(parseAnswer(body))
  // A token becomes a header.
  if (!parsed.success || !/^[\x21-\x7e]+$/.test(parsed.data.access_token)) {
    throw new SourceFailure('Google answers without an access token', { isTemporary: true })
  }
  return parsed.data.access_token
}

function assertionOf({ email, privateKey, keyId, tokenUrl }: GoogleCredentials, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== '' && { kid: keyId }) }
  const claims = {
    iss: email,
    scope: SCOPES.join(' '),
    aud: tokenUrl,
    iat: seconds,
    exp: seconds + LIFETIME_SECONDS,
  }
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function reasonOf(body: string): string | undefined {
  const parsed = TokenRefusal.safeParse(parseAnswer(body))
  if (!parsed.success) return undefined
  const { error, error_description: description } = parsed.data
  return description === undefined ? error : `${error}, ${description}`
}
