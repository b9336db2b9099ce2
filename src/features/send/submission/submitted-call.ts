// An email that a mailer handed in, as a call of /v1/send: the same schema judges it, so the same limits hold. Its header
// says whom it shows, the envelope who gets it. Nothing in it is Liquid, unless its author sends data for it.
import { createHash } from 'node:crypto'
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../../../platform/http/idempotency/idempotency-key.schema.ts'
import { parseFields } from '../../../platform/http/validation/validation.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { literalLiquid } from '../../../platform/liquid/literal.ts'
import type { Blob } from '../../delivery/index.ts'
import type { Addressing } from '../send-plan.ts'
import { SendRequest } from '../send.schema.ts'
import type { SubmittedEmail, WrittenAddress } from './submitted-email.ts'

export type SubmittedCall = {
  projectId: ProjectId
  request: SendRequest
  blobs: Blob[]
  addressing: Addressing
  idempotencyKey: string | undefined
}

type Envelope = {
  projectId: ProjectId
  /** Canonical, each once. */
  recipients: readonly string[]
}

/** @throws AppError with what is wrong with it */
export function toSubmittedCall(email: SubmittedEmail, { projectId, recipients }: Envelope): SubmittedCall {
  const orders = readOrders(email.orders)
  const shown = { to: shownIn(email.to), cc: shownIn(email.cc) }
  refuseCrowd(shown.to.length + shown.cc.length)
  const named = new Map(shown.to.map((one) => [one.email, one.name]))
  const request = parseFields(SendRequest, {
    to: recipients.map((address) => ({ email: address, name: named.get(address) ?? undefined })),
    from: oneOf(email.from, 'From'),
    reply: oneOf(email.replyTo, 'Reply-To'),
    headers: Object.fromEntries(email.headers),
    attachments: email.files.map(({ bytes: _bytes, hash: _hash, ...file }) => ({ ...file, content: '' })),
    template: orders.template,
    tags: orders.tags,
    data: orders.data,
    ...(orders.template === undefined && contentOf(email)),
  })
  return {
    projectId,
    request: orders.data === undefined ? asLiteral(request) : request,
    blobs: email.files.map(({ bytes, hash }) => ({ hash: Buffer.from(hash), bytes: Buffer.from(bytes) })),
    addressing: {
      shown: shown.to.length + shown.cc.length === 0 ? null : shown,
      copies: copiesAmong(recipients, named),
      originalMessageId: email.messageId,
    },
    idempotencyKey: orders.idempotencyKey,
  }
}

// As many as an email can have recipients, several times over: a mailer may hand one in to some of them at a time.
const MOST_SHOWN = 200

function refuseCrowd(count: number): void {
  if (count <= MOST_SHOWN) return
  throw invalidFields({
    field: 'To',
    message: `must be at most ${MOST_SHOWN} addresses, with Cc, not ${count}`,
    code: 'too_big',
  })
}

/** What is not an address, such as the name of a mailbox on the mailer's own machine, is not shown. */
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

/** Who is in the envelope and not in To gets a copy, as cc and bcc do. Without anybody in To, all of them are in it. */
function copiesAmong(recipients: readonly string[], named: ReadonlyMap<string, unknown>): Set<string> {
  const others = recipients.filter((address) => !named.has(address))
  return new Set(others.length === recipients.length ? [] : others)
}

/** A subject and a body are asked of everybody; programs such as scanners send an attachment and nothing else. */
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

type Orders = {
  idempotencyKey?: string
  template?: string
  tags?: string[]
  data?: unknown
}

const KEY_FORM = new RegExp(IDEMPOTENCY_KEY_PATTERN)

const READERS: Record<string, (value: string) => Orders> = {
  'idempotency-key': (value) => {
    if (KEY_FORM.test(value)) return { idempotencyKey: value }
    throw badOrder('X-Lettermill-Idempotency-Key must be 1 to 255 printable ASCII characters.')
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

/** @throws AppError for a header that looks like an order and is none: whoever wrote it expects an effect */
function readOrders(given: SubmittedEmail['orders']): Orders {
  return Object.entries(given).reduce<Orders>((orders, [name, value]) => {
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
    if (!read) {
      const known = Object.keys(READERS).map((one) => `X-Lettermill-${one}`)
      throw badOrder(`There is no header X-Lettermill-${name}. There are: ${known.join(', ')}.`)
    }
    return { ...orders, ...read(value) }
  }, {})
}

function readJson(value: string): unknown {
  try {
    return JSON.parse(value) as unknown
  } catch (error) {
    throw badOrder(`X-Lettermill-Data is not JSON: ${(error as Error).message}.`)
  }
}

const badOrder = (message: string): AppError => new AppError('BAD_REQUEST', { message })

/** All that is sent, without what differs each time the same email is handed in: its Date, and its Message-ID. */
export function fingerprintOf({ request, blobs, addressing }: SubmittedCall): Buffer {
  const { shown, copies } = addressing
  const files = blobs.map(({ hash }) => hash.toString('hex'))
  return createHash('sha256')
    .update(JSON.stringify(['SMTP', request, shown, [...copies], files]))
    .digest()
}
