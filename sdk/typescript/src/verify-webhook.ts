// Checks the signature of a webhook by the rules of Standard Webhooks, with Web Crypto.
import { webCrypto } from './core/web-crypto.ts'
import type { WebhookEvent } from './webhook-event.ts'

export type WebhookMessage = {
  /** The body as it was received, before parsing. */
  payload: string | Uint8Array
  /** Those of the request: a Headers object, or an object by name as Node has it. */
  headers: Headers | Record<string, string | readonly string[] | undefined>
  /** The secret of the webhook, whsec_…; several while a secret is being rotated. */
  secret: string | readonly string[]
  /** How far the clocks of sender and receiver may differ. Default: 300. */
  toleranceSeconds?: number
}

const TOLERANCE_SECONDS = 300

/** Why a request is not a webhook of Lettermill, or not a fresh one: answer it with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/**
 * The event of a webhook request. Rejects with a WebhookVerificationError if no signature is right, or if the request is too old,
 * which a repeated one would be. A webhook with `batch` sends an array of events: see verifyWebhookBatch.
 */
export async function verifyWebhook(message: WebhookMessage): Promise<WebhookEvent> {
  const content = await verifiedContent(message)
  if (Array.isArray(content)) {
    throw new WebhookVerificationError(
      'The request holds a batch of events: read it with verifyWebhookBatch.',
    )
  }
  return content as WebhookEvent
}

/** The events of a request of a webhook with `batch`; one event if it has a single one. */
export async function verifyWebhookBatch(message: WebhookMessage): Promise<WebhookEvent[]> {
  return [await verifiedContent(message)].flat() as WebhookEvent[]
}

async function verifiedContent({
  payload,
  headers,
  secret,
  toleranceSeconds = TOLERANCE_SECONDS,
}: WebhookMessage): Promise<unknown> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!isRecent(timestamp, toleranceSeconds)) {
    throw new WebhookVerificationError(`webhook-timestamp is not within ${toleranceSeconds} seconds of now.`)
  }
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  for (const one of [secret].flat()) {
    if (await isSigned(signed, signatures, one)) return parsed(bytes)
  }
  throw new WebhookVerificationError(
    'No signature of the request fits the secret and the body as it was received.',
  )
}

/** The header has any number of signatures, "v1,<base64>", separated by spaces. Verifying compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secret: string,
): Promise<boolean> {
  const { subtle } = await webCrypto()
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError('The secret of a webhook is "whsec_" and base64; this one is not.')
  }
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const entry of signatures.split(' ')) {
    const [version, text = ''] = entry.split(',')
    const signature = version === 'v1' ? fromBase64(text) : undefined
    if (signature && (await subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

function headerOf(headers: WebhookMessage['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') {
    throw new WebhookVerificationError(`The request has no header ${name}.`)
  }
  return value
}

function isRecent(timestamp: string, toleranceSeconds: number): boolean {
  if (!/^\d+$/.test(timestamp)) return false
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    throw new WebhookVerificationError('The body is signed, but is not JSON.')
  }
}
