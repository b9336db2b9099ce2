// Emails as the API of Resend has them. Fields that both have are checked by the schemas of our own route.
import { z } from 'zod'
import { listUpTo, recordUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { MOST_IN_BATCH, SendRequest } from '../../send/send.schema.ts'
import { LONGEST_FILE, LONGEST_NAME } from '../door-limits.values.ts'

const own = SendRequest.shape

const MOST_TAGS = 20
const MOST_VARIABLES = 100

export const ResendError = z
  .object({
    statusCode: z.int().describe('The HTTP status.'),
    name: z.string().describe('For programs, such as validation_error or not_found.'),
    message: z.string().describe('Explanation of the error, for people.'),
  })
  .meta({ id: 'ResendError' })

const Attachment = z
  .object({
    filename: textUpTo(LONGEST_NAME).describe('Name of the file, such as invoice.pdf.'),
    content: textUpTo(LONGEST_FILE).describe('The file in base64.'),
    content_type: textUpTo(LONGEST_NAME)
      .optional()
      .describe('Media type. Default: by the ending of the filename.'),
    content_id: textUpTo(LONGEST_NAME)
      .optional()
      .describe('Makes it an inline image: the HTML refers to it as <img src="cid:…">.'),
  })
  .meta({ id: 'ResendAttachment' })

const Tag = z
  .object({
    name: textUpTo(LONGEST_NAME).min(1, 'must not be empty'),
    value: textUpTo(LONGEST_NAME),
  })
  .meta({ id: 'ResendTag' })

export const ResendEmail = z
  .object({
    from: own.from,
    to: own.to.describe('Each address gets an email of its own; `id` of the answer is that of the first.'),
    cc: own.cc.describe('Copies of the email. Needs exactly one address in `to`.'),
    bcc: own.bcc.describe('Like cc, but other recipients do not see it.'),
    reply_to: own.to
      .refine(
        (addresses) => addresses.length === 1,
        'must be one address: Lettermill has one reply-to address per email',
      )
      .optional()
      .describe('Where replies go: one address.'),
    subject: own.subject.describe('Subject line, taken as it is. Required without a template.'),
    html: own.body.describe('The HTML of the email, at most 1 MB, taken as it is.'),
    text: own.text.describe('The plain text part, at most 1 MB. Default: generated from the HTML.'),
    template: z
      .object({
        id: textUpTo(LONGEST_NAME).describe('Id or alias of a template in Lettermill.'),
        variables: recordUpTo(MOST_VARIABLES, z.union([textUpTo(LONGEST_FILE), z.number()]))
          .optional()
          .describe('Values for the variables of the template.'),
      })
      .optional()
      .describe('A template of Lettermill instead of `html` and `text`.'),
    headers: own.headers,
    attachments: listUpTo(10, Attachment).optional().describe('At most 10 files, 10 MB in total.'),
    tags: listUpTo(MOST_TAGS, Tag).optional().describe('Your own labels: `name:value` in Lettermill.'),
    scheduled_at: own.scheduledFor,
  })
  .refine((email) => !email.template || (email.html === undefined && email.text === undefined), {
    path: ['template'],
    message: 'cannot be combined with html or text',
  })
  .meta({ id: 'ResendEmail' })
export type ResendEmail = z.output<typeof ResendEmail>

/** Each email is validated by itself, to name it in the error. */
export const ResendBatch = z
  .array(z.unknown().meta({ $ref: '#/components/schemas/ResendEmailInput' }))
  .min(1, 'must hold at least one email')
  .max(MOST_IN_BATCH, `must hold at most ${MOST_IN_BATCH} emails`)
  .meta({ id: 'ResendBatch', description: `1 to ${MOST_IN_BATCH} bodies of POST /emails.` })

export const ResendBatchHeaders = z.object({
  'x-batch-validation': z
    .enum(['strict', 'permissive'])
    .default('strict')
    .describe('permissive sends the valid emails of a batch; strict, the default, sends all or none.'),
})

const EmailId = z.object({ id: z.string().describe('Id of the email.') })

export const ResendSent = EmailId.meta({ id: 'ResendSent' })

export const ResendBatchSent = z
  .object({
    data: z.array(EmailId).describe('The accepted emails, in the order of the request.'),
    errors: z
      .array(z.object({ index: z.int(), message: z.string() }))
      .optional()
      .describe('With permissive validation: the emails that were refused.'),
  })
  .meta({ id: 'ResendBatchSent' })

export const ResendReschedule = z
  .object({ scheduled_at: own.scheduledFor.unwrap().describe('The new time, at most a year ahead.') })
  .meta({ id: 'ResendReschedule' })

export const ResendChanged = z
  .object({ object: z.literal('email'), id: z.string().describe('Id of the email.') })
  .meta({ id: 'ResendChanged' })

const addresses = z.array(z.string()).nullable()

const record = {
  id: z.string(),
  message_id: z.string(),
  to: z.array(z.string()),
  from: z.string(),
  created_at: z.string(),
  subject: z.string(),
  cc: addresses.describe('Always null: each copy is an email of its own.'),
  bcc: addresses.describe('Always null: each copy is an email of its own.'),
  reply_to: addresses,
  scheduled_at: z.string().nullable(),
  last_event: z.string().describe('Such as queued, delivered, opened or bounced.'),
}

export const ResendRecord = z
  .object({
    object: z.literal('email'),
    ...record,
    html: z.string().nullable().describe('null once the content is no longer kept.'),
    text: z.string().nullable().describe('null once the content is no longer kept.'),
    tags: z.array(z.object({ name: z.string(), value: z.string() })),
  })
  .meta({ id: 'ResendRecord' })

export const ResendEmailList = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({ ...record, reply_to: addresses.describe('Always null: the email itself has it.') }),
    ),
    has_more: z
      .boolean()
      .describe('Whether there are more; GET /emails of the API of Lettermill lists all of them.'),
  })
  .meta({ id: 'ResendEmailList' })
