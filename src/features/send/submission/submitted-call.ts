// Turns a submitted email into a call of /v1/send, so that the same schema and limits apply. The envelope decides who gets it;
// its header, which addresses it shows. Nothing in it is Liquid, unless its author sends data for it.
import { createHash } from 'node:crypto'
import type { CallerSource } from '../../../platform/consent-source.ts'
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../../../platform/http/idempotency/idempotency-key.schema.ts'
import { parseFields } from '../../../platform/http/validation/validation.ts'
import type { KeyId, ProjectId } from '../../../platform/ids.ts'
import { literalLiquid } from '../../../platform/liquid/literal.ts'
import type { TraceContext } from '../../../platform/tracing/trace-context.ts'
import type { Blob } from '../../delivery/index.ts'
import type { SubmittedHeader } from '../send-plan.ts'
import { SendRequest } from '../send.schema.ts'
import type { SubmittedEmail, WrittenAddress } from './submitted-email.ts'

export type SubmittedCall = {
  projectId: ProjectId
  source: CallerSource
  request: SendRequest
  blobs: Blob[]
  submittedHeader: SubmittedHeader
  idempotencyKey: string | undefined
  /** The names of headers that relays would have obeyed. */
  removedHeaders: readonly string[]
  trace?: TraceContext | undefined
}

type Envelope = {
  projectId: ProjectId
  keyId: KeyId
  /** Canonical and distinct. */
  recipients: readonly string[]
}

/** @throws AppError if the email is invalid */
export function toSubmittedCall(
  email: SubmittedEmail,
  { projectId, keyId, recipients }: Envelope,
): SubmittedCall {
  const options = readLettermillHeaders(email.lettermillHeaders)
  const shown = { to: shownIn(email.to), cc: shownIn(email.cc) }
  checkShownCount(shown.to.length + shown.cc.length)
  const named = new Map(shown.to.map((one) => [one.email, one.name]))
  const request = parseFields(SendRequest, {
    to: recipients.map((address) => ({ email: address, name: named.get(address) ?? undefined })),
    from: oneOf(email.from, 'From'),
    reply: oneOf(email.replyTo, 'Reply-To'),
    headers: Object.fromEntries(email.headers),
    attachments: email.files.map(({ bytes: _bytes, hash: _hash, ...file }) => ({ ...file, content: '' })),
    template: options.template,
    tags: options.tags,
    data: options.data,
    ...(options.template === undefined && contentOf(email)),
  })
  return {
    projectId,
    source: { kind: 'api_key', id: keyId },
    request: options.data === undefined ? asLiteral(request) : request,
    blobs: email.files.map(({ bytes, hash }) => ({ hash: Buffer.from(hash), bytes: Buffer.from(bytes) })),
    submittedHeader: {
      shown: shown.to.length + shown.cc.length === 0 ? null : shown,
      copies: copiesAmong(recipients, named),
      originalMessageId: email.messageId,
    },
    idempotencyKey: options.idempotencyKey,
    removedHeaders: email.removedHeaders.slice(0, MOST_NAMED),
  }
}

// In the history of the email; more are left out.
const MOST_NAMED = 20

// Several times the limit of recipients: a mailer may submit an email to some of its recipients at a time.
const MOST_SHOWN = 200

function checkShownCount(count: number): void {
  if (count <= MOST_SHOWN) return
  throw invalidFields({
    field: 'To',
    message: `must be at most ${MOST_SHOWN} addresses, including Cc, not ${count}`,
    code: 'too_big',
  })
}

/** Leaves out entries that are no address, such as the name of a mailbox on the mailer's own machine. */
function shownIn(written: readonly WrittenAddress[]): { email: string; name: string | null }[] {
  return written.flatMap(({ name, address }) => {
    const parsed = parseEmailAddress(address)
    return parsed.ok ? [{ email: parsed.address, name: nameOf(name) ?? null }] : []
  })
}

const LONGEST_NAME = 200
const nameOf = (name: string): string | undefined =>
  name === '' ? undefined : name.slice(0, LONGEST_NAME).toWellFormed()

function oneOf(written: readonly WrittenAddress[], header: string) {
  const [first, second] = written
  if (second) {
    throw invalidFields({ field: header, message: 'must be one address', code: 'too_big' })
  }
  return first && { email: first.address, name: nameOf(first.name) }
}

/** Recipients of the envelope that are not in To get a copy, like cc and bcc. If none is in To, there are no copies. */
function copiesAmong(recipients: readonly string[], named: ReadonlyMap<string, unknown>): Set<string> {
  const others = recipients.filter((address) => !named.has(address))
  return new Set(others.length === recipients.length ? [] : others)
}

/** The schema requires a subject and a body, but programs such as scanners send only an attachment. */
function contentOf({ subject, html = '', text = '' }: SubmittedEmail) {
  return {
    subject: subject === '' ? '(no subject)' : subject,
    body: html === '' ? undefined : html,
    text: text === '' ? (html === '' ? '\n' : undefined) : text,
  }
}

function asLiteral(request: SendRequest): SendRequest {
  const literal = (text: string | undefined) => (text === undefined ? undefined : literalLiquid(text))
  return {
    ...request,
    subject: literal(request.subject),
    body: literal(request.body),
    text: literal(request.text),
    ...(request.from?.name !== undefined && {
      from: { ...request.from, name: literalLiquid(request.from.name) },
    }),
  }
}

type LettermillHeaders = {
  idempotencyKey?: string
  template?: string
  tags?: string[]
  data?: unknown
}

const KEY_FORM = new RegExp(IDEMPOTENCY_KEY_PATTERN)

const READERS: Record<string, (value: string) => LettermillHeaders> = {
  'idempotency-key': (value) => {
    if (KEY_FORM.test(value)) return { idempotencyKey: value }
    throw badHeader('X-Lettermill-Idempotency-Key must be 1 to 255 printable ASCII characters.')
  },
  template: (value) => ({ template: value }),
  tags: (value) => ({
    tags: value
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  }),
  data: (value) => ({ data: readJson(value) }),
}

/** @throws AppError for an unknown X-Lettermill-… header, because its author expects an effect */
function readLettermillHeaders(headers: SubmittedEmail['lettermillHeaders']): LettermillHeaders {
  return Object.entries(headers).reduce<LettermillHeaders>((options, [name, value]) => {
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
    if (!read) {
      const known = Object.keys(READERS).map((one) => `X-Lettermill-${one}`)
      throw badHeader(`The header X-Lettermill-${name} does not exist. Use one of: ${known.join(', ')}.`)
    }
    return { ...options, ...read(value) }
  }, {})
}

function readJson(value: string): unknown {
  try {
    return JSON.parse(value) as unknown
  } catch (error) {
    throw badHeader(`X-Lettermill-Data is not JSON: ${(error as Error).message}.`)
  }
}

const badHeader = (message: string): AppError => new AppError('BAD_REQUEST', { message })

/** Covers everything that is sent except Date and Message-ID, which differ each time the same email is submitted. */
export function fingerprintOf({ request, blobs, submittedHeader }: SubmittedCall): Buffer {
  const { shown, copies } = submittedHeader
  const files = blobs.map(({ hash }) => hash.toString('hex'))
  return createHash('sha256')
    .update(JSON.stringify(['SMTP', request, shown, [...copies], files]))
    .digest()
}
