// The form of POST /v3/{domain}/messages of Mailgun, once it is JSON (form-to-json.ts). Fields that both have are checked by
// the schemas of our own route.
import { z } from 'zod'
import { listUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { MOST_RECIPIENTS, SendRequest } from '../../send/send.schema.ts'
import { splitAddresses } from '../address-list.schema.ts'
import { LONGEST_FILE, LONGEST_NAME } from '../door-limits.values.ts'

const own = SendRequest.shape

const LONGEST_LIST = 32_768
const LONGEST_VARIABLES = 262_144
const MOST_TAGS = 10

export const MailgunError = z
  .object({ message: z.string().describe('Explanation of the error, for people.') })
  .meta({ id: 'MailgunError' })

export const MailgunDomain = z.object({
  domain: textUpTo(LONGEST_NAME).describe(
    'The domain of the sender, or one above or below it, such as mg.shop.example for hello@shop.example.',
  ),
})

const Recipients = listUpTo(MOST_RECIPIENTS, textUpTo(LONGEST_LIST))
  .transform((texts): z.input<typeof own.to> => texts.flatMap(splitAddresses))
  .pipe(own.to)

const YesOrNo = z
  .enum(['yes', 'no', 'true', 'false'], 'must be yes, no, true or false')
  .transform((text) => text === 'yes' || text === 'true')

const only = (word: 'yes' | 'no', message: string) =>
  z.enum(word === 'yes' ? ['yes', 'true'] : ['no', 'false'], message)

const File = z
  .object({
    filename: textUpTo(LONGEST_NAME),
    content: textUpTo(LONGEST_FILE),
    contentType: textUpTo(LONGEST_NAME).optional(),
  })
  .meta({ id: 'MailgunFile', description: 'A file of the form.' })

const Files = listUpTo(10, File)

const Variables = textUpTo(LONGEST_VARIABLES).transform((text, context): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Reported below, as any other text that is not an object.
  }
  context.addIssue({
    code: 'custom',
    message: 'must be an object in JSON',
    params: { code: 'invalid_string' },
  })
  return z.NEVER
})

/** A date by RFC 2822, such as Fri, 14 Oct 2026 06:30:00 -0000. */
const DeliveryTime = textUpTo(64).transform((text, context): string => {
  const at = /^[A-Za-z]{3}, \d{1,2} [A-Za-z]{3} \d{4} \d\d:\d\d(:\d\d)? ([+-]\d{4}|GMT|UTC)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (!Number.isNaN(at)) return new Date(at).toISOString()
  const message = 'must be a date by RFC 2822, such as Fri, 14 Oct 2033 06:30:00 +0000'
  context.addIssue({ code: 'custom', message, params: { code: 'invalid_date' } })
  return z.NEVER
})

/** Fields of Mailgun for which Lettermill has another way. */
const HINTS: Readonly<Record<string, string>> = {
  'recipient-variables': 'send one message per recipient, or a template with t:variables',
  'h:X-Mailgun-Variables': 'pass the variables as t:variables',
  't:version': 'a template of Lettermill always has its newest version',
  'amp-html': 'Lettermill sends HTML and text',
  'o:deliverytime-optimize-period': 'campaigns can be sent at the best hour: docs/campaigns.md',
  'o:time-zone-localize': 'campaigns can be sent at a local time: docs/campaigns.md',
  message: 'send html and text instead of MIME',
}

const knownFields = {
  from: own.from.describe('The sender. Its domain must be verified.'),
  to: Recipients.describe(
    'Addresses; the field may be repeated, and may have several with commas. Each gets an email of its own.',
  ),
  cc: Recipients.optional().describe('Copies of the email. Needs exactly one address in `to`.'),
  bcc: Recipients.optional().describe('Like cc, but other recipients do not see it.'),
  subject: own.subject.describe('Subject line, taken as it is.'),
  html: own.body.describe('The HTML of the email, at most 1 MB, taken as it is.'),
  text: own.text.describe('The plain text part, at most 1 MB. Default: generated from the HTML.'),
  template: textUpTo(LONGEST_NAME).optional().describe('Id or alias of a template in Lettermill.'),
  't:variables': Variables.optional().describe(
    'Values for the variables of the template, as an object in JSON.',
  ),
  't:text': only('yes', 'must be yes: emails of templates always have a text part')
    .optional()
    .describe('Only `yes`.'),
  attachment: Files.optional().describe('Files. With those of inline at most 10, 10 MB in total.'),
  inline: Files.optional().describe('Images within the HTML, as `cid:` and the name of the file.'),
  'o:tag': listUpTo(MOST_TAGS, textUpTo(100))
    .optional()
    .describe('Your own labels; the field may be repeated.'),
  'o:deliverytime': DeliveryTime.optional().describe('When to send the email, by RFC 2822.'),
  'o:tracking': YesOrNo.optional().describe(
    'Whether to track opens and clicks. Default: the setting of the project.',
  ),
  'o:tracking-opens': YesOrNo.optional().describe('Whether to track opens.'),
  'o:tracking-clicks': z
    .union([YesOrNo, z.literal('htmlonly').transform(() => true)], 'must be yes, no, true, false or htmlonly')
    .optional()
    .describe('Whether to track clicks; `htmlonly` is the same as `yes`.'),
  'o:dkim': only('yes', 'must be yes: every email is signed').optional().describe('Only `yes`.'),
  'o:testmode': only(
    'no',
    'must be no: send to an address of test.example, or to a server for tests (docs/inbox.md)',
  )
    .optional()
    .describe('Only `no`.'),
  'o:require-tls': only('no', 'must be no: the transport decides about TLS')
    .optional()
    .describe('Only `no`.'),
  'o:skip-verification': only('no', 'must be no: the transport decides about TLS')
    .optional()
    .describe('Only `no`.'),
}

const isFreeName = (name: string) => /^[hv]:./.test(name) && !(name in HINTS)

export const MailgunMessage = z
  .object(knownFields)
  .catchall(z.unknown())
  .superRefine((message, context) => {
    for (const [name, value] of Object.entries(message)) {
      if (Object.hasOwn(knownFields, name)) continue
      if (isFreeName(name) && typeof value === 'string') continue
      const hint =
        (Object.hasOwn(HINTS, name) ? HINTS[name] : undefined) ??
        `the fields here are ${Object.keys(knownFields).join(', ')}, h:<header> and v:<name>`
      context.addIssue({
        code: 'custom',
        path: [name.slice(0, LONGEST_NAME)],
        message: `is not a field of this call; ${hint}`,
        params: { code: 'unrecognized_keys' },
      })
    }
    if (message['t:variables'] !== undefined && message.template === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['t:variables'],
        message: 'has no effect without template',
        params: { code: 'custom' },
      })
    }
  })
  .meta({ id: 'MailgunMessage' })
export type MailgunMessage = z.output<typeof MailgunMessage>

export const MailgunQueued = z
  .object({
    id: z
      .string()
      .describe('`<…@domain>`: the part before the @ is the id of the email of the first recipient.'),
    message: z.string(),
  })
  .meta({ id: 'MailgunQueued' })
