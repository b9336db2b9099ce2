// AWS Signature Version 4, as far as SES and S3 need it: one request, signed in its headers, without a query. The official client
// has 24 packages for it, which every sending thread would load (docs/adr/0016).
import { createHmac, hash } from 'node:crypto'

export type AwsCredentials = {
  accessKeyId: string
  secretAccessKey: string
  /** Temporary credentials have one. */
  sessionToken?: string | undefined
}

/** A signature is valid for one service in one region, some minutes long. */
export type SigningScope = { region: string; service: string; now: Date }

export type RequestToSign = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As it is sent: percent-encoded where it needs to be. */
  path: string
  /** All of them are signed. `host` is required. */
  headers: Record<string, string>
  body: Buffer
  /** The SHA-256 of the body in hex, if it is known: hashing megabytes blocks the thread. */
  bodyHash?: string | undefined
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** The headers of the request with the date and the signature. */
export function signRequest(
  request: RequestToSign,
  credentials: AwsCredentials,
  scope: SigningScope,
): Record<string, string> {
  const { sessionToken } = credentials
  // 2026-05-01T12:00:00.000Z becomes 20260501T120000Z.
  const time = scope.now.toISOString().replace(/[:-]|\.\d{3}/g, '')
  const headers = {
    ...request.headers,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  }
  const place = `${time.slice(0, 8)}/${scope.region}/${scope.service}/aws4_request`
  const { text, names } = canonicalRequest({ ...request, headers })
  const toSign = [ALGORITHM, time, place, hash('sha256', text, 'hex')].join('\n')
  const signature = createHmac('sha256', signingKey(credentials.secretAccessKey, place))
    .update(toSign)
    .digest('hex')
  const authorization = `${ALGORITHM} Credential=${credentials.accessKeyId}/${place}, SignedHeaders=${names}, Signature=${signature}`
  return { ...headers, authorization }
}

function canonicalRequest({ method, path, headers, body, bodyHash }: RequestToSign): {
  text: string
  names: string
} {
  const lines = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = lines.map(([name]) => name).join(';')
  const fields = lines.map(([name, value]) => `${name}:${value}\n`).join('')
  return {
    text: [method, path, '', fields, names, bodyHash ?? hash('sha256', body, 'hex')].join('\n'),
    names,
  }
}

/** A key for this day, region and service only: it is derived step by step from the secret. */
const signingKey = (secret: string, place: string): Buffer =>
  place
    .split('/')
    .reduce<Buffer>(
      (key, part) => createHmac('sha256', key).update(part).digest(),
      Buffer.from(`AWS4${secret}`),
    )
