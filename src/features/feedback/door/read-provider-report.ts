// Checks and reads the body of a report. Runs in a thread, because a body of 5 MB takes long.
import { isUtf8 } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import { readBrevoEvent } from '../../../platform/email/feedback/providers/brevo.ts'
import { CustomReport, readCustomEvents } from '../../../platform/email/feedback/providers/custom.ts'
import {
  isObject,
  objectAt,
  objectsOf,
  textAt,
} from '../../../platform/email/feedback/providers/json-values.ts'
import type { Json } from '../../../platform/email/feedback/providers/json-values.ts'
import { readMailgunEvent } from '../../../platform/email/feedback/providers/mailgun.ts'
import { readMailjetEvent } from '../../../platform/email/feedback/providers/mailjet.ts'
import { readPostmarkEvent } from '../../../platform/email/feedback/providers/postmark.ts'
import type { ProviderEvent } from '../../../platform/email/feedback/providers/provider-event.ts'
import { readResendEvent } from '../../../platform/email/feedback/providers/resend.ts'
import { readSendGridEvent } from '../../../platform/email/feedback/providers/sendgrid.ts'
import {
  checkMailgun,
  checkSendGrid,
  checkSvix,
} from '../../../platform/email/feedback/providers/signatures.ts'
import type { SignatureCheck, SignedRequest } from '../../../platform/email/feedback/providers/signatures.ts'
import { readSnsMessage } from '../../../platform/email/feedback/providers/sns-message.ts'
import { readSparkPostEvent } from '../../../platform/email/feedback/providers/sparkpost.ts'
import type { ProofName } from './doors.values.ts'
import type { ProviderRequest, ReadProviderReport } from './provider-report.threads.ts'

type Refusal = Extract<ReadProviderReport, { status: 'refused' }>

const unproven = (message: string): Refusal => ({ status: 'refused', why: 'unproven', message })
const unreadable = (message: string): Refusal => ({ status: 'refused', why: 'unreadable', message })

export function readProviderReport(request: ProviderRequest): ReadProviderReport {
  const raw = Buffer.from(request.raw)
  const json = parse(raw)
  if (json === undefined) return unreadable('The body is not JSON.')
  if (request.provider === 'ses') {
    const message = readSnsMessage(json)
    return message
      ? { status: 'sns', message }
      : unproven(
          'This is not a signed message of Amazon SNS. Switch raw message delivery off in the subscription.',
        )
  }
  const refusal = checkProof(request, raw, json)
  if (refusal) return refusal
  if (request.provider === 'custom') return readCustom(json)
  const read = READERS[request.provider]
  const entries = objectsOf(json)
  if (entries.length === 0) return unreadable('The body is neither an object nor a list of objects.')
  const usedToken =
    request.provider === 'mailgun' ? textAt(objectAt(entries[0] ?? {}, 'signature'), 'token') : null
  return { status: 'read', parts: partsOf(entries.flatMap(read)), usedToken }
}

// Parsing them takes a millisecond or two.
const EVENTS_PER_PART = 200

const partsOf = (events: readonly ProviderEvent[]): string[] =>
  Array.from({ length: Math.ceil(events.length / EVENTS_PER_PART) }, (_, n) =>
    JSON.stringify(events.slice(n * EVENTS_PER_PART, (n + 1) * EVENTS_PER_PART)),
  )

const READERS = {
  sendgrid: readSendGridEvent,
  mailgun: readMailgunEvent,
  postmark: readPostmarkEvent,
  resend: readResendEvent,
  brevo: readBrevoEvent,
  mailjet: readMailjetEvent,
  sparkpost: readSparkPostEvent,
} satisfies Record<string, (json: Json) => ProviderEvent[]>

function parse(raw: Buffer): unknown {
  if (!isUtf8(raw)) return undefined
  try {
    return JSON.parse(raw.toString()) as unknown
  } catch {
    return undefined
  }
}

function readCustom(json: unknown): ReadProviderReport {
  const parsed = CustomReport.safeParse(json)
  if (parsed.success) {
    return { status: 'read', parts: partsOf(readCustomEvents(parsed.data)), usedToken: null }
  }
  const [problem] = parsed.error.issues
  return unreadable(`${problem?.path.join('.') ?? ''} ${problem?.message ?? ''}`.trim())
}

/** Undefined if the request is proven as well as its provider can. */
function checkProof(request: ProviderRequest, raw: Buffer, json: unknown): Refusal | undefined {
  const { provider, proofs, now } = request
  const signed: SignedRequest = { raw, now, header: (name) => request.headers[name] ?? '' }
  switch (provider) {
    case 'sendgrid':
      return verdictOf(provider, proofs.sendgrid, (key) => checkSendGrid(signed, key))
    case 'resend':
      return verdictOf(provider, proofs.resend, (key) => checkSvix(signed, key))
    case 'mailgun': {
      const signature = isObject(json) ? objectAt(json, 'signature') : {}
      const [timestamp, token] = [textAt(signature, 'timestamp'), textAt(signature, 'token')]
      const given = { timestamp, token, signature: textAt(signature, 'signature') }
      return verdictOf(provider, proofs.mailgun, (key) => checkMailgun(given, { key, now }))
    }
    case 'ses':
    case 'postmark':
    case 'brevo':
    case 'mailjet':
    case 'sparkpost':
    case 'custom':
      return isAuthorized(signed.header('authorization'), proofs['basic-auth'])
        ? undefined
        : unproven('The user and the password in the URL are not those of this door.')
  }
}

function verdictOf(
  name: ProofName,
  key: string | undefined,
  check: (key: string) => SignatureCheck,
): Refusal | undefined {
  if (key === undefined) {
    return unproven(
      `The key that proves reports of ${name} is missing. Set it: npx lettermill feedback set-key ${name} <key>`,
    )
  }
  const { isValid, isFresh } = check(key)
  if (!isValid) return unproven('The signature is missing or does not match.')
  return isFresh ? undefined : unproven('The signature is too old, or the clock of this server is wrong.')
}

/** Providers without signatures can send the user and the password of the URL, if the operator has set them. */
function isAuthorized(header: string, expected: string | undefined): boolean {
  if (expected === undefined) return true
  const wanted = Buffer.from(`Basic ${Buffer.from(expected).toString('base64')}`)
  const given = Buffer.from(header)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
