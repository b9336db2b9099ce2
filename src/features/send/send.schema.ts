// The body of POST /v1/send. Everything that goes into the email is checked here, before anything is stored: one invalid
// value rejects the whole request, for all of its recipients.
import { z } from 'zod'
import { whenObject } from '../../platform/schemas/across-fields.schema.ts'
import {
  bytesUpTo,
  Instant,
  jsonObjectUpTo,
  listUpTo,
  MEGABYTE,
  recordUpTo,
  textUpTo,
} from '../../platform/schemas/bounded.schema.ts'
import { ErrorObject } from '../../platform/http/replies/error-body.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { formatMailbox, LONGEST_TEXT, parseMailbox } from '../../platform/addresses/email-address.ts'
import type { EmailAddress } from '../../platform/addresses/email-address.ts'
import {
  ContentIdField,
  ContentTypeField,
  FilenameField,
  HEADER_NAME,
  HeaderValueField,
  isRelayHeader,
  isReservedHeader,
  HEADER_VALUE,
} from '../../platform/email/message.schema.ts'
import { LanguageTag } from '../templates/templates.schema.ts'
import { TopicKey } from '../topics/topics.schema.ts'

export const MOST_RECIPIENTS = 50
const TOO_MANY_RECIPIENTS = `must be at most ${MOST_RECIPIENTS} recipients, including cc and bcc`
const MOST_ATTACHMENTS = 10
/** For all attachments together, decoded. */
export const MOST_ATTACHED_BYTES = 10 * MEGABYTE
// Four digits for three bytes, and two more characters for a line break after every 64 digits.
const LONGEST_BASE64 = Math.ceil((MOST_ATTACHED_BYTES * 4 * 66) / (3 * 64))
const MOST_HEADERS = 50
const MOST_TAGS = 20
const MOST_DATA_BYTES = 256 * 1_024
// RFC 5322 section 2.1.1.
const LONGEST_LINE = 998
// For an id or an alias; no alias is nearly as long.
const LONGEST_TEMPLATE = 255

const oneLine = (characters: number) =>
  textUpTo(characters).regex(HEADER_VALUE, 'must be one line, without control characters')
const LONGEST_NAME = 200
const NAME_TOO_LONG = `must have a name of at most ${LONGEST_NAME} characters`
const DisplayName = oneLine(LONGEST_NAME)

type ProblemCode = 'invalid_string' | 'required' | 'reserved' | 'too_big' | 'too_small'
type Problem = { path?: (string | number)[]; message: string; code: ProblemCode }
const issueOf = ({ path = [], message, code }: Problem) => ({
  code: 'custom' as const,
  path,
  message,
  params: { code },
})

type Mailbox = { email: EmailAddress; name?: string | undefined }

const NamedAddress = z
  .object({
    email: EmailField.describe('The address, such as ada@example.com.'),
    name: DisplayName.optional().describe('The name shown before the address. An empty name is ignored.'),
  })
  // An HTML form sends an empty name for a field left blank.
  .transform(({ email, name }): Mailbox => (name?.trim() ? { email, name } : { email }))
  .meta({ id: 'NamedAddress' })

/** Accepts any text, so that the error is about the address and not about the choice between two forms. */
const AddressText = z
  .string()
  .meta({ maxLength: LONGEST_TEXT, examples: ['Ada Lovelace <ada@example.com>'] })
  .transform((text, context): Mailbox => {
    const parsed = parseMailbox(text)
    if (!parsed.ok) context.addIssue(issueOf({ message: parsed.problem.message, code: 'invalid_string' }))
    else if (parsed.name === undefined) return { email: parsed.address }
    else if (parsed.name.length <= LONGEST_NAME) return { email: parsed.address, name: parsed.name }
    else context.addIssue(issueOf({ message: NAME_TOO_LONG, code: 'too_big' }))
    return z.NEVER
  })
  // The generator of the API description leaves out a form of a union that has none of its own.
  .meta({ type: 'string' })

const MailboxField = z
  .union([AddressText, NamedAddress], 'must be an address, "Name <address>" or {name, email}')
  .meta({ id: 'Address', description: 'An address, "Name <address>", or {email, name}.' })

const Recipients = z
  .union(
    [AddressText, NamedAddress, z.array(MailboxField).max(MOST_RECIPIENTS, TOO_MANY_RECIPIENTS)],
    'must be an address, "Name <address>", {name, email}, or an array of these',
  )
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .meta({ id: 'Recipients', description: 'An address, "Name <address>", {email, name}, or a list of these.' })

const Headers = recordUpTo(MOST_HEADERS, HeaderValueField).superRefine((headers, context) => {
  for (const name of Object.keys(headers)) {
    const problem = headerProblem(name)
    if (problem) context.addIssue(issueOf({ path: [name], ...problem }))
  }
})

function headerProblem(name: string): Omit<Problem, 'path'> | undefined {
  if (!HEADER_NAME.test(name)) {
    return {
      message: 'is not a valid header name: use 1 to 76 printable characters without spaces or colons',
      code: 'invalid_string',
    }
  }
  if (isRelayHeader(name)) {
    return {
      message: 'is reserved: relays obey this header, for example by adding recipients; remove it',
      code: 'reserved',
    }
  }
  return isReservedHeader(name)
    ? { message: 'is reserved: Lettermill or a mail server sets this header; remove it', code: 'reserved' }
    : undefined
}

/** Validated where it is decoded, in pieces: decoding 10 MB at once would block all other requests. */
const Base64 = textUpTo(LONGEST_BASE64).meta({ format: 'base64' })

const Attachment = z
  .object({
    filename: FilenameField.describe('Name of the file, such as invoice.pdf.'),
    content: Base64.describe('The file in base64. All attachments together: at most 10 MB before base64.'),
    contentType: ContentTypeField.optional().describe(
      'Media type, such as application/pdf. Default: by the ending of the filename, else application/octet-stream.',
    ),
    type: ContentTypeField.optional().describe('Another name for contentType.'),
    disposition: z
      .enum(['attachment', 'inline'])
      .default('attachment')
      .describe('inline shows an image within the email.'),
    contentId: ContentIdField.optional().describe(
      'Id of an inline image: the HTML refers to it as <img src="cid:…">.',
    ),
  })
  .meta({ id: 'Attachment' })

export const SendRequest = z
  .object({
    to: Recipients,
    cc: Recipients.optional().describe(
      'Copies of the email. Needs exactly one address in `to`. Not allowed with a marketing template.',
    ),
    bcc: Recipients.optional().describe(
      'Like cc, but other recipients do not see it. Not allowed with a marketing template.',
    ),
    subject: oneLine(LONGEST_LINE)
      .min(1, 'must not be empty')
      .optional()
      .describe('Subject line; may contain Liquid. Required without a template.'),
    body: bytesUpTo(MEGABYTE)
      .min(1, 'must not be empty')
      .optional()
      .describe(
        'The HTML of the email, at most 1 MB; may contain Liquid. Required without a template or text.',
      ),
    text: bytesUpTo(MEGABYTE)
      .optional()
      .describe(
        'The plain text part, at most 1 MB. Default: generated from the HTML. Without a body the email is text only.',
      ),
    template: textUpTo(LONGEST_TEMPLATE)
      .optional()
      .describe(
        'Id or alias of a template. It supplies subject, body, text, sender and reply-to address where the request has none.',
      ),
    language: LanguageTag.optional().describe(
      'The language of the email, if its template is translated, and of the footer. Default: `locale` of the contact.',
    ),
    topic: TopicKey.optional().describe(
      'Key of the topic of this email. Marketing email goes to contacts who are in it; transactional email ignores it. Default: the topic of the template.',
    ),
    from: MailboxField.optional().describe(
      'The sender. Its domain must be verified. Default: the sender of the template, then the default sender of the project.',
    ),
    name: DisplayName.optional().describe('Name of the sender, used if `from` has no name.'),
    subscribed: z
      .boolean()
      .optional()
      .describe(
        'Subscription to set on the contacts of the recipients. Default: unchanged; a new contact is not subscribed.',
      ),
    data: jsonObjectUpTo(MOST_DATA_BYTES)
      .default({})
      .describe(
        'Values for the variables of this email, at most 256 kB of JSON. They override those of the contact, except `contact.*`. They are not stored on the contact, except those written as {"value": …, "persistent": true}.',
      ),
    headers: Headers.default({}).describe('Your own headers, at most 50: name to value.'),
    reply: MailboxField.transform(formatMailbox)
      .optional()
      .describe(
        'Where replies go. Default: the reply-to address of the template, then of the project. Named `reply` here, as in Plunk; templates, campaigns, workflow steps and the project name it `replyTo`.',
      ),
    attachments: listUpTo(MOST_ATTACHMENTS, Attachment)
      .default([])
      .describe('At most 10 files, 10 MB in total.'),
    scheduledFor: Instant.optional().describe(
      'When to send the email, at most a year ahead. Default: immediately.',
    ),
    tracking: z
      .object({ opens: z.boolean().optional(), clicks: z.boolean().optional() })
      .optional()
      .describe(
        'Whether to track opens and clicks of this email. Default: the setting of the project, which is `tracking` for marketing email and `transactionalTracking` for the rest.',
      ),
    tags: listUpTo(MOST_TAGS, oneLine(100).min(1, 'must not be empty'))
      .default([])
      .describe('Your own labels, at most 20; GET /emails?tag=… finds the email by them.'),
  })
  .superRefine(
    (request, context) => {
      for (const problem of combinationProblems(request)) context.addIssue(issueOf(problem))
    },
    { when: whenObject },
  )
  .meta({ id: 'SendRequest' })
export type SendRequest = z.output<typeof SendRequest>

const isMissing = (value: unknown) => value === undefined || value === null

const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : [value].filter((one) => !isMissing(one))

/** Problems in the combination of fields. Fields that are invalid themselves are as the caller wrote them. */
function combinationProblems({
  to,
  cc,
  bcc,
  subject,
  body,
  text,
  template,
}: Record<string, unknown>): Problem[] {
  const problems: Problem[] = []
  const refuse = (field: string, message: string, code: ProblemCode) =>
    problems.push({ path: [field], message, code })
  const copies = asList(cc).length + asList(bcc).length
  const recipients = asList(to).length
  if (Array.isArray(to) && recipients === 0) refuse('to', 'must name a recipient', 'too_small')
  if (recipients <= MOST_RECIPIENTS && recipients + copies > MOST_RECIPIENTS) {
    refuse('to', TOO_MANY_RECIPIENTS, 'too_big')
  }
  if (copies > 0 && recipients > 1) refuse('to', 'must be exactly one address beside cc or bcc', 'too_big')
  if (!isMissing(template)) return problems
  if (isMissing(subject)) refuse('subject', 'is required without a template', 'required')
  if (isMissing(body) && (isMissing(text) || text === '')) {
    refuse('body', 'is required without a template, unless text is given', 'required')
  }
  return problems
}

export const MOST_IN_BATCH = 100

/**
 * Each email is validated by itself, as a body of /v1/send: an error becomes the result of that email. So the schema accepts
 * anything, and its description refers to SendRequest by the name that the generator gives to its input.
 */
export const BatchRequest = z
  .object({
    emails: z
      .array(z.unknown().meta({ $ref: '#/components/schemas/SendRequestInput' }))
      .min(1, 'must hold at least one email')
      .max(MOST_IN_BATCH, `must hold at most ${MOST_IN_BATCH} emails`)
      .describe(`1 to ${MOST_IN_BATCH} bodies of POST /v1/send.`),
    allOrNothing: z
      .boolean()
      .default(false)
      .describe('true refuses the whole call if one of the emails is refused: then none of them is sent.'),
  })
  .meta({ id: 'BatchRequest' })

export const SendAnswer = z
  .object({
    success: z.literal(true),
    data: z.object({
      emails: z
        .array(
          z.object({
            contact: z.object({
              id: z.string().nullable().describe('null for an address in cc or bcc.'),
              email: z.string(),
            }),
            email: z.string().describe('Id of the email, for GET /emails/{id}.'),
            status: z.enum(['QUEUED', 'SCHEDULED', 'SUPPRESSED']),
            reason: z
              .enum([
                'unsubscribed',
                'not_subscribed',
                'paused',
                'not_in_topic',
                'hard_bounce',
                'complaint',
                'manual',
                'soft_bounces',
              ])
              .optional()
              .describe(
                'Why the email is suppressed. unsubscribed: the contact unsubscribed. not_subscribed: the contact never subscribed. paused: the contact asked for no marketing email for a while. not_in_topic: the contact left the topic of the email, or has not chosen it.',
              ),
            missing: z
              .array(z.string())
              .describe(
                'Variables of the content that neither the request nor the contact has a value for, at most 50; they print nothing. Those with a fallback, and those inside an if, unless or case, are not listed.',
              ),
          }),
        )
        .describe('One entry per recipient, in the order of the request: to, cc, bcc.'),
      timestamp: z.iso.datetime(),
    }),
  })
  .meta({ id: 'SendAnswer' })

const Refusal = z.object({ success: z.literal(false), error: ErrorObject }).meta({ id: 'BatchRefusal' })

export const BatchAnswer = z
  .object({
    success: z.literal(true),
    data: z.object({
      results: z
        .array(z.discriminatedUnion('success', [SendAnswer, Refusal]))
        .describe('One result per email, in the order of the request.'),
    }),
  })
  .meta({ id: 'BatchAnswer' })
