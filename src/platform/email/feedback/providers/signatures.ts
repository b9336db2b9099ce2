// The proofs that SendGrid, Mailgun and Resend send with a report.
import { createHmac, createPublicKey, createVerify, timingSafeEqual } from 'node:crypto'
import { webhookMac } from '../../../outgoing/webhook-signature.ts'

/** `raw`: the body as it came. */
export type SignedRequest = { raw: Buffer; header: (name: string) => string; now: Date }

/** `isFresh`: the time that was signed is near enough. */
export type SignatureCheck = { isValid: boolean; isFresh: boolean }

const REFUSED: SignatureCheck = { isValid: false, isFresh: false }

// Clocks differ, and reports are repeated with the signature of their first attempt only where the provider signs anew.
const SVIX_TOLERANCE_MS = 5 * 60_000
export const TOLERANCE_MS = 15 * 60_000

const isNear = (seconds: string, { now, toleranceMs }: { now: Date; toleranceMs: number }): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(now.getTime() - Number(seconds) * 1000) <= toleranceMs

/** ECDSA over the timestamp and the body. `key`: base64 of the DER form, as SendGrid shows it. */
export function checkSendGrid({ raw, header, now }: SignedRequest, key: string): SignatureCheck {
  const timestamp = header('x-twilio-email-event-webhook-timestamp')
  const signature = header('x-twilio-email-event-webhook-signature')
  if (timestamp === '' || signature === '') return REFUSED
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    const isValid = createVerify('sha256')
      .update(timestamp)
      .update(raw)
      .verify(publicKey, signature, 'base64')
    return { isValid, isFresh: isNear(timestamp, { now, toleranceMs: TOLERANCE_MS }) }
  } catch {
    return REFUSED
  }
}

export type MailgunSignature = { timestamp: string; token: string; signature: string }

/** HMAC over the timestamp and a token, which is used once: the body is not covered. */
export function checkMailgun(
  { timestamp, token, signature }: MailgunSignature,
  { key, now }: KeyAndTime,
): SignatureCheck {
  const expected = createHmac('sha256', key).update(timestamp).update(token).digest()
  return {
    isValid: isSame(expected, Buffer.from(signature, 'hex')),
    isFresh: isNear(timestamp, { now, toleranceMs: TOLERANCE_MS }),
  }
}

type KeyAndTime = { key: string; now: Date }

/** Svix, as Resend uses it: HMAC over the id, the timestamp and the body. `key`: `whsec_` and base64. */
export function checkSvix({ raw, header, now }: SignedRequest, key: string): SignatureCheck {
  const id = header('svix-id')
  const timestamp = header('svix-timestamp')
  const expected = webhookMac(key, { id, timestamp, body: raw })
  const given = header('svix-signature').split(' ').slice(0, MOST_SIGNATURES)
  const isValid = given.some(
    (one) => one.startsWith('v1,') && isSame(expected, Buffer.from(one.slice(3), 'base64')),
  )
  return { isValid, isFresh: isNear(timestamp, { now, toleranceMs: SVIX_TOLERANCE_MS }) }
}

// While a secret is replaced there are two.
const MOST_SIGNATURES = 10

const isSame = (expected: Buffer, given: Buffer): boolean =>
  expected.length === given.length && timingSafeEqual(expected, given)
