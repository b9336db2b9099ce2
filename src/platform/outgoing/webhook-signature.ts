// Signatures by the rules of Standard Webhooks (https://www.standardwebhooks.com), symmetric: HMAC-SHA256 over id,
// timestamp and body.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

// The rules ask for 24 to 64 bytes.
const SECRET_BYTES = 32

/** A secret as shown to its owner: whsec_ and base64. */
export const webhookSecretOf = (key: Buffer): string => `${PREFIX}${key.toString('base64')}`

export const newWebhookSecret = (): string => webhookSecretOf(randomBytes(SECRET_BYTES))

type SignWebhookInput = {
  /** Identical for every attempt, so that a receiver can recognize a repetition. */
  id: string
  /** The time of this attempt: receivers refuse old ones. */
  at: Date
  body: string
  /** As made by newWebhookSecret. During a rotation both are given, and either verifies. */
  secrets: readonly string[]
}

type WebhookContent = { id: string; timestamp: string; body: string | Buffer }

export function webhookMac(secret: string, { id, timestamp, body }: WebhookContent): Buffer {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
}

/** The three headers of a signed request. */
export function signWebhook({ id, at, body, secrets }: SignWebhookInput): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    return `v1,${webhookMac(secret, { id, timestamp, body }).toString('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
