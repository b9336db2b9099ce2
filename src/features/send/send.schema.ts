// What POST /v1/send takes. Everything that becomes a part of the wire is judged here, before anything is stored: one
// bad value refuses the whole call, for all of its recipients.
import { z } from 'zod'
import {
  bytesUpTo,
  Instant,
  jsonObjectUpTo,
  MEGABYTE,
  recordUpTo,
  textUpTo,
} from '../../platform/bounded.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { LONGEST_TEXT, parseEmailAddress } from '../../platform/addresses/email-address.ts'
import {
  ContentIdField,
  ContentTypeField,
  FilenameField,
  HEADER_NAME,
  HeaderValueField,
  isReservedHeader,
} from '../../platform/mail/message.schema.ts'

const MOST_RECIPIENTS = 50
const TOO_MANY_RECIPIENTS = `must be at most ${MOST_RECIPIENTS} recipients, with cc and bcc`
const MOST_ATTACHMENTS = 10
/** Of all attachments together, decoded. */
export const MOST_ATTACHED_BYTES = 10 * MEGABYTE
// Four digits for three bytes, and two characters more for a line break behind every 64 of them.
const LONGEST_BASE64 = Math.ceil((MOST_ATTACHED_BYTES * 4 * 66) / (3 * 64))
const MOST_HEADERS = 50
const MOST_TAGS = 20
const MOST_DATA_BYTES = 256 * 1_024
// RFC 5322 section 2.1.1.
const LONGEST_LINE = 998
// Of an id or an alias; no alias is nearly as long.
const LONGEST_TEMPLATE = 255

const oneLine = (characters: number) =>
  textUpTo(characters).regex(/^[\t\P{Cc}]*$/u, 'must be one line, without control characters')
const DisplayName = oneLine(200)

type Problem = { path?: (string | number)[]; message: string; code: string }
const issueOf = ({ path = [], message, code }: Problem) => ({
  code: 'custom' as const,
  path,
  message,
  params: { code },
})

const NamedAddress = z.object({ email: EmailField, name: DisplayName.optional() })
type NamedAddress = z.output<typeof NamedAddress>

/** A text passes as any text, so that what is said about it is about the address and not about the choice of forms. */
const Mailbox = z.union(
  [z.string().meta({ format: 'email', maxLength: LONGEST_TEXT }), NamedAddress],
  'must be an address or {name, email}',
)

function toNamed(given: z.output<typeof Mailbox>): NamedAddress | { problem: string } {
  if (typeof given !== 'string') return given
  const parsed = parseEmailAddress(given)
  return parsed.ok ? { email: parsed.address } : { problem: parsed.problem.message }
}

const Sender = Mailbox.transform((given, context) => {
  const named = toNamed(given)
  if (!('problem' in named)) return named
  context.addIssue(issueOf({ message: named.problem, code: 'invalid_string' }))
  return z.NEVER
})

const Recipients = z
  .union(
    [
      z.string().meta({ format: 'email', maxLength: LONGEST_TEXT }),
      NamedAddress,
      z.array(Mailbox).max(MOST_RECIPIENTS, TOO_MANY_RECIPIENTS),
    ],
    'must be an address, {name, email}, or an array of either',
  )
  .transform((given, context) => {
    const all = Array.isArray(given) ? given : [given]
    return all.map((one, index) => {
      const named = toNamed(one)
      if (!('problem' in named)) return named
      const path = Array.isArray(given) ? [index] : []
      context.addIssue(issueOf({ path, message: named.problem, code: 'invalid_string' }))
      return z.NEVER
    })
  })
  .describe('An address, {name, email}, or several of either.')

const Headers = recordUpTo(MOST_HEADERS, HeaderValueField).superRefine((headers, context) => {
  for (const name of Object.keys(headers)) {
    const problem = headerProblem(name)
    if (problem) context.addIssue(issueOf({ path: [name], ...problem }))
  }
})

function headerProblem(name: string): Omit<Problem, 'path'> | undefined {
  if (!HEADER_NAME.test(name)) {
    return {
      message: 'is no header name: 1 to 76 printable characters, without spaces and colons',
      code: 'invalid_string',
    }
  }
  return isReservedHeader(name)
    ? { message: 'is set by the service or by the servers on the way; leave it out', code: 'reserved' }
    : undefined
}

/** Judged where it is decoded, which is done in pieces: 10 MB take longer than one request may keep all others waiting. */
const Base64 = textUpTo(LONGEST_BASE64).meta({ format: 'base64' })

const Attachment = z.object({
  filename: FilenameField,
  content: Base64,
  contentType: ContentTypeField.optional(),
  type: ContentTypeField.optional().describe('Accepted for contentType.'),
  disposition: z.enum(['attachment', 'inline']).default('attachment'),
  contentId: ContentIdField.optional().describe('What cid: in the HTML names.'),
})

const Attachments = z.array(Attachment).max(MOST_ATTACHMENTS, `must be at most ${MOST_ATTACHMENTS}`)

export const SendRequest = z
  .object({
    to: Recipients,
    cc: Recipients.optional().describe(
      'An address, {name, email}, or several of either; needs exactly one address in to. Not with a marketing template.',
    ),
    bcc: Recipients.optional().describe(
      'Like cc, but not shown in the email. Not with a marketing template.',
    ),
    subject: oneLine(LONGEST_LINE).min(1, 'must not be empty').optional(),
    body: bytesUpTo(MEGABYTE)
      .min(1, 'must not be empty')
      .optional()
      .describe('HTML, at most 1 MB; a Liquid template.'),
    text: bytesUpTo(MEGABYTE)
      .optional()
      .describe('Plain text part, at most 1 MB; made from the HTML when left out.'),
    template: textUpTo(LONGEST_TEMPLATE)
      .optional()
      .describe(
        'Id or alias of a template, which supplies subject, body, from and reply-to where the call has none.',
      ),
    from: Sender.optional().describe('Its domain must be verified.'),
    name: DisplayName.optional().describe('Sender name, where from has none.'),
    subscribed: z.boolean().optional().describe('A new contact is not subscribed unless this says so.'),
    data: jsonObjectUpTo(MOST_DATA_BYTES)
      .default({})
      .describe(
        'Variables of this email, at most 256 kB of JSON. {"value": …, "persistent": true} is kept on the contact too.',
      ),
    headers: Headers.default({}),
    reply: EmailField.optional().describe('Reply-to address.'),
    attachments: Attachments.default([]),
    scheduledFor: Instant.optional(),
    tracking: z
      .object({ opens: z.boolean().optional(), clicks: z.boolean().optional() })
      .optional()
      .describe(
        'Overrides what the project says for this kind of email: tracking for marketing, transactionalTracking for the rest.',
      ),
    tags: z.array(oneLine(100).min(1, 'must not be empty')).max(MOST_TAGS).default([]),
  })
  .superRefine((request, context) => {
    for (const problem of problemsTogether(request)) context.addIssue(issueOf(problem))
  })
  .meta({ id: 'SendRequest' })
export type SendRequest = z.output<typeof SendRequest>

type Together = {
  to: readonly unknown[]
  cc?: readonly unknown[] | undefined
  bcc?: readonly unknown[] | undefined
  subject?: string | undefined
  body?: string | undefined
  template?: string | undefined
}

/** What no field shows by itself. */
function problemsTogether({ to, cc = [], bcc = [], subject, body, template }: Together): Problem[] {
  const problems: Problem[] = []
  if (to.length === 0) problems.push({ path: ['to'], message: 'must name a recipient', code: 'too_small' })
  if (to.length + cc.length + bcc.length > MOST_RECIPIENTS) {
    problems.push({
      path: ['to'],
      message: TOO_MANY_RECIPIENTS,
      code: 'too_big',
    })
  }
  if (cc.length + bcc.length > 0 && to.length > 1) {
    problems.push({ path: ['to'], message: 'must be exactly one address beside cc or bcc', code: 'too_big' })
  }
  if (template === undefined) {
    const message = 'is required without a template'
    if (subject === undefined) problems.push({ path: ['subject'], message, code: 'required' })
    if (body === undefined) problems.push({ path: ['body'], message, code: 'required' })
  }
  return problems
}

export const SendAnswer = z
  .object({
    success: z.literal(true),
    data: z.object({
      emails: z
        .array(
          z.object({
            contact: z.object({
              id: z.string().nullable().describe('Null for an address in cc or bcc.'),
              email: z.string(),
            }),
            email: z.string().describe('Id of the mail, for GET /emails/{id}.'),
            status: z.enum(['QUEUED', 'SCHEDULED', 'SUPPRESSED']),
            reason: z
              .enum(['unsubscribed', 'not_subscribed', 'hard_bounce', 'complaint', 'manual', 'soft_bounces'])
              .optional()
              .describe(
                'Why it is suppressed. unsubscribed: the contact has left. not_subscribed: it never subscribed.',
              ),
          }),
        )
        .describe('One a recipient, in the order of the request: to, cc, bcc.'),
      timestamp: z.iso.datetime(),
    }),
  })
  .meta({ id: 'SendAnswer' })
