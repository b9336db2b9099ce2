// Emails as the API of Postmark has them. Fields that both have are checked by the schemas of our own route.
import { z } from 'zod'
import { listUpTo, recordUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { MOST_IN_BATCH, SendRequest } from '../../send/send.schema.ts'
import { AddressList } from '../address-list.schema.ts'
import { LONGEST_FILE, LONGEST_NAME } from '../door-limits.values.ts'

const own = SendRequest.shape

// Those of Postmark.
const MOST_METADATA = 10
const LONGEST_VALUE = 80
const MOST_HEADERS = 50

export const PostmarkError = z
  .object({
    ErrorCode: z.int().describe('For programs: a code of Postmark, such as 10 for a wrong key.'),
    Message: z.string().describe('Explanation of the error, for people.'),
  })
  .meta({ id: 'PostmarkError' })

const Header = z.object({ Name: textUpTo(LONGEST_NAME), Value: textUpTo(998) }).meta({ id: 'PostmarkHeader' })

const Attachment = z
  .object({
    Name: textUpTo(LONGEST_NAME).describe('Name of the file, such as invoice.pdf.'),
    Content: textUpTo(LONGEST_FILE).describe('The file in base64.'),
    ContentType: textUpTo(LONGEST_NAME)
      .optional()
      .describe('Media type. Default: by the ending of the name.'),
    ContentID: textUpTo(LONGEST_NAME)
      .nullable()
      .optional()
      .describe('Makes it an inline image: `cid:` and the id that the HTML refers to.'),
  })
  .meta({ id: 'PostmarkAttachment' })

const common = {
  From: own.from,
  To: AddressList.describe('Addresses, separated by commas. Each gets an email of its own.'),
  Cc: AddressList.optional().describe('Copies of the email. Needs exactly one address in `To`.'),
  Bcc: AddressList.optional().describe('Like Cc, but other recipients do not see it.'),
  ReplyTo: AddressList.refine(
    (all) => all.length === 1,
    'must be one address: Lettermill has one reply-to address per email',
  )
    .optional()
    .describe('Where replies go: one address.'),
  Tag: textUpTo(100).optional().describe('A label, `tag:<Tag>` in Lettermill.'),
  Metadata: recordUpTo(MOST_METADATA, textUpTo(LONGEST_VALUE))
    .optional()
    .describe('Your own labels: `name:value` in Lettermill.'),
  Headers: listUpTo(MOST_HEADERS, Header)
    .refine(
      (all) => new Set(all.map(({ Name }) => Name.toLowerCase())).size === all.length,
      'must have each name once: put the values into one header',
    )
    .optional()
    .describe('Your own headers, at most 50, each name once.'),
  Attachments: listUpTo(10, Attachment).optional().describe('At most 10 files, 10 MB in total.'),
  TrackOpens: z.boolean().optional().describe('Whether to track opens. Default: the setting of the project.'),
  TrackLinks: z
    .enum(['None', 'HtmlAndText', 'HtmlOnly'])
    .optional()
    .describe('Whether to track clicks. Default: the setting of the project.'),
  MessageStream: z
    .literal(
      'outbound',
      'must be outbound: Lettermill has no message streams, and sends marketing email by campaigns',
    )
    .optional()
    .describe('Only `outbound`.'),
}

export const PostmarkEmail = z
  .object({
    ...common,
    Subject: own.subject.describe('Subject line, taken as it is.'),
    HtmlBody: own.body.describe('The HTML of the email, at most 1 MB, taken as it is.'),
    TextBody: own.text.describe('The plain text part, at most 1 MB. Default: generated from the HTML.'),
  })
  .meta({ id: 'PostmarkEmail' })
export type PostmarkEmail = z.output<typeof PostmarkEmail>

export const PostmarkTemplateEmail = z
  .object({
    ...common,
    TemplateAlias: textUpTo(LONGEST_NAME)
      .min(1, 'must not be empty')
      .describe('Id or alias of a template in Lettermill.'),
    TemplateModel: own.data.describe('Values for the variables of the template.'),
    InlineCss: z
      .literal(true, 'must be true: styles are always written into the elements of a template')
      .optional()
      .describe('Only `true`.'),
  })
  .meta({ id: 'PostmarkTemplateEmail' })
export type PostmarkTemplateEmail = z.output<typeof PostmarkTemplateEmail>

const upToBatch = (name: string) =>
  z
    .array(z.unknown().meta({ $ref: `#/components/schemas/${name}Input` }))
    .min(1, 'must hold at least one email')
    .max(MOST_IN_BATCH, `must hold at most ${MOST_IN_BATCH} emails; send the others with another call`)

/** Each email is validated by itself: an error becomes the result of that email. */
export const PostmarkBatch = upToBatch('PostmarkEmail').meta({
  id: 'PostmarkBatch',
  description: `1 to ${MOST_IN_BATCH} bodies of POST /email.`,
})

export const PostmarkTemplateBatch = z
  .object({
    Messages: upToBatch('PostmarkTemplateEmail').describe(
      `1 to ${MOST_IN_BATCH} bodies of POST /email/withTemplate.`,
    ),
  })
  .meta({ id: 'PostmarkTemplateBatch' })

export const PostmarkSent = z
  .object({
    To: z.string(),
    Cc: z.string().optional(),
    Bcc: z.string().optional(),
    SubmittedAt: z.iso.datetime(),
    MessageID: z.string().describe('Id of the email of the first recipient.'),
    ErrorCode: z.literal(0),
    Message: z.literal('OK'),
  })
  .meta({ id: 'PostmarkSent' })
export type PostmarkSent = z.output<typeof PostmarkSent>

export const PostmarkResults = z
  .array(z.union([PostmarkSent, PostmarkError]))
  .meta({ id: 'PostmarkResults', description: 'One per email, in the order of the request.' })
