// The body of POST /v3/mail/send of SendGrid. Fields that both have are checked by the schemas of our own route.
import { z } from 'zod'
import { listUpTo, recordUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { MOST_IN_BATCH, MOST_RECIPIENTS, SendRequest } from '../../send/send.schema.ts'
import { LONGEST_FILE, LONGEST_NAME } from '../door-limits.values.ts'

const own = SendRequest.shape

const LONGEST_ADDRESS = 320
const MOST_CATEGORIES = 10
const MOST_ARGUMENTS = 20
// The year 9999, in seconds.
const LATEST = 253_402_300_799

export const SendgridError = z
  .object({
    errors: z.array(
      z.object({
        message: z.string().describe('Explanation of the error, for people.'),
        field: z.string().nullable().describe('The field; null if the error is about the whole request.'),
        help: z.null(),
      }),
    ),
  })
  .meta({ id: 'SendgridError' })

const Mailbox = z
  .object({
    email: textUpTo(LONGEST_ADDRESS).describe('The address.'),
    name: textUpTo(LONGEST_NAME).optional().describe('The name shown before the address.'),
  })
  .meta({ id: 'SendgridAddress' })

const Mailboxes = listUpTo(MOST_RECIPIENTS, Mailbox)

const SendAt = z.int().min(0).max(LATEST).describe('When to send the email: seconds since 1970.')
const Arguments = recordUpTo(MOST_ARGUMENTS, textUpTo(LONGEST_NAME)).describe(
  'Your own labels: `name:value` in Lettermill.',
)

const Personalization = z
  .object({
    to: Mailboxes.describe('Each address gets an email of its own.'),
    cc: Mailboxes.optional().describe('Copies of the email. Needs exactly one address in `to`.'),
    bcc: Mailboxes.optional().describe('Like cc, but other recipients do not see it.'),
    from: Mailbox.optional().describe('Another sender.'),
    subject: own.subject.describe('Another subject, taken as it is.'),
    headers: own.headers.describe('More headers.'),
    custom_args: Arguments.optional(),
    dynamic_template_data: own.data.describe('Values for the variables of the template.'),
    send_at: SendAt.optional(),
  })
  .meta({ id: 'SendgridPersonalization' })

const Content = z
  .object({
    type: z.enum(['text/plain', 'text/html']).describe('text/plain or text/html, each at most once.'),
    value: textUpTo(LONGEST_FILE).describe('At most 1 MB, taken as it is.'),
  })
  .meta({ id: 'SendgridContent' })

const Attachment = z
  .object({
    content: textUpTo(LONGEST_FILE).describe('The file in base64.'),
    filename: textUpTo(LONGEST_NAME).describe('Name of the file, such as invoice.pdf.'),
    type: textUpTo(LONGEST_NAME).optional().describe('Media type. Default: by the ending of the filename.'),
    disposition: z
      .enum(['attachment', 'inline'])
      .optional()
      .describe('inline shows an image within the email.'),
    content_id: textUpTo(LONGEST_NAME).optional().describe('Id of an inline image.'),
    contentId: textUpTo(LONGEST_NAME)
      .optional()
      .describe('Another name for content_id, which the client for Node may send.'),
  })
  .meta({ id: 'SendgridAttachment' })

const Off = z.object({
  enable: z.literal(false, 'must be false: Lettermill does not do this'),
})
const Switch = z.object({ enable: z.boolean().describe('Whether to track.') })

type Combination = {
  reply_to?: unknown
  reply_to_list?: readonly unknown[] | undefined
  template_id?: string | undefined
  subject?: string | undefined
  content?: readonly unknown[] | undefined
  personalizations: readonly { subject?: string | undefined; dynamic_template_data: object }[]
}

type Problem = { path: (string | number)[]; message: string }

const HAS_TEMPLATE = 'must be left out beside template_id: the template has it'

/** Fields that SendGrid ignores beside others, or would ignore here. */
function combinationProblems(email: Combination): Problem[] {
  const problems: Problem[] = []
  const refuse = (path: Problem['path'], message: string) => problems.push({ path, message })
  const { personalizations, content = [], reply_to_list: replies = [] } = email
  if (email.reply_to !== undefined && replies.length > 0) {
    refuse(
      ['reply_to_list'],
      'must be left out beside reply_to: Lettermill has one reply-to address per email',
    )
  }
  const hasTemplate = email.template_id !== undefined
  if (hasTemplate && email.subject !== undefined) refuse(['subject'], HAS_TEMPLATE)
  if (hasTemplate && content.length > 0) refuse(['content'], HAS_TEMPLATE)
  for (const [index, { subject, dynamic_template_data: data }] of personalizations.entries()) {
    if (hasTemplate && subject !== undefined) refuse(['personalizations', index, 'subject'], HAS_TEMPLATE)
    if (!hasTemplate && Object.keys(data).length > 0) {
      refuse(['personalizations', index, 'dynamic_template_data'], 'has no effect without template_id')
    }
  }
  return problems
}

export const SendgridEmail = z
  .object({
    personalizations: z
      .array(Personalization)
      .min(1, 'must hold at least one entry')
      .max(MOST_IN_BATCH, `must hold at most ${MOST_IN_BATCH} entries`)
      .describe(`1 to ${MOST_IN_BATCH} emails with the same content. All are sent or none.`),
    from: Mailbox.describe('The sender. Its domain must be verified.'),
    reply_to: Mailbox.optional().describe('Where replies go.'),
    reply_to_list: z
      .array(Mailbox)
      .max(1, 'must be one address: Lettermill has one reply-to address per email')
      .optional()
      .describe('Where replies go: one address.'),
    subject: own.subject.describe('Subject line, taken as it is. Required without a template.'),
    content: listUpTo(2, Content)
      .refine(
        (parts) => new Set(parts.map(({ type }) => type)).size === parts.length,
        'must have each type once',
      )
      .optional()
      .describe('The HTML and the plain text. Required without a template.'),
    attachments: listUpTo(10, Attachment).optional().describe('At most 10 files, 10 MB in total.'),
    template_id: textUpTo(LONGEST_NAME)
      .optional()
      .describe(
        '`d-` and the id or alias of a template in Lettermill: clients send variables for such ids only. Or the id of a template in SendGrid that was moved in.',
      ),
    headers: own.headers.describe('Your own headers.'),
    categories: listUpTo(MOST_CATEGORIES, textUpTo(LONGEST_NAME)).optional().describe('Your own labels.'),
    custom_args: Arguments.optional(),
    send_at: SendAt.optional(),
    mail_settings: z
      .object({
        sandbox_mode: Off.optional(),
        footer: Off.optional(),
        bypass_list_management: Off.optional(),
      })
      .optional()
      .describe('Only with everything switched off.'),
    tracking_settings: z
      .object({
        click_tracking: Switch.extend({ enable_text: z.boolean().optional() }).optional(),
        open_tracking: Switch.optional(),
        subscription_tracking: Off.optional(),
        ganalytics: Off.optional(),
      })
      .optional()
      .describe('Whether to track opens and clicks. Default: the settings of the project.'),
  })
  .superRefine((email, context) => {
    for (const { path, message } of combinationProblems(email)) {
      context.addIssue({ code: 'custom', path, message, params: { code: 'custom' } })
    }
  })
  .meta({ id: 'SendgridEmail' })
export type SendgridEmail = z.output<typeof SendgridEmail>

/** 202 without a body. */
export const SendgridAccepted = z
  .null()
  .describe('No body. The header X-Message-Id has the id of the first email.')
  .meta({ id: 'SendgridAccepted' })
