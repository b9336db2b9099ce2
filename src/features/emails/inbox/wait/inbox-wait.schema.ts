import { z } from 'zod'
import { EmailField } from '../../../../platform/addresses/email-address.schema.ts'
import { ErrorBody, ErrorObject } from '../../../../platform/http/replies/error-body.schema.ts'
import {
  DESCRIBED_INSTANT,
  Instant,
  LONGEST_INSTANT,
  textUpTo,
} from '../../../../platform/schemas/bounded.schema.ts'
import { isUuid, UUID_PATTERN } from '../../../../platform/uuid.ts'
import { Email, EmailContent } from '../../emails.schema.ts'

/** Proxies commonly end a request without an answer after a minute. */
const LONGEST_WAIT_SECONDS = 60

// As long as a line of a header may be (RFC 5322, section 2.1.1).
const LONGEST_SUBJECT = 998

const EmailIdOrInstant = z
  .union([
    textUpTo(LONGEST_INSTANT)
      .refine(isUuid)
      .transform((text) => text.toLowerCase())
      .pipe(z.string().brand<'email'>()),
    Instant,
  ])
  // The description that is made of the union leaves out the id.
  .meta({ anyOf: [{ type: 'string', pattern: UUID_PATTERN }, DESCRIBED_INSTANT] })

export const InboxWaitQuery = z.object({
  to: EmailField.optional().describe('Only emails to this address; upper and lower case count as equal.'),
  subject: textUpTo(LONGEST_SUBJECT)
    .min(1, 'must not be empty')
    .optional()
    .describe('Only emails whose subject contains this text; upper and lower case count as equal.'),
  after: EmailIdOrInstant.optional().describe(
    'Only emails that arrived after this time (ISO 8601), or after the email with this id. Default: a minute ago.',
  ),
  timeout: z
    .string()
    .regex(/^\d{1,2}$/, `must be a whole number from 0 to ${LONGEST_WAIT_SECONDS}`)
    .transform(Number)
    .pipe(z.int().max(LONGEST_WAIT_SECONDS, `must be at most ${LONGEST_WAIT_SECONDS}`))
    .prefault('30')
    .meta({ type: 'integer', minimum: 0, maximum: LONGEST_WAIT_SECONDS })
    .describe('How many seconds to wait at most. With 0 the answer comes at once.'),
})

export const ReceivedLink = z
  .object({
    url: z.string().describe('The URL as the email has it, for following the link as its reader does.'),
    target: z
      .string()
      .describe(
        'Where the link leads: if tracking has rewritten it, the URL that was written; otherwise the same as url.',
      ),
    text: z
      .string()
      .nullable()
      .describe('The words of the link in the HTML; null for a URL that is not a link there.'),
  })
  .meta({ id: 'ReceivedLink' })

export const ReceivedEmail = Email.extend({
  html: EmailContent.shape.html,
  text: EmailContent.shape.text,
  headers: EmailContent.shape.headers,
  links: z
    .array(ReceivedLink)
    .describe('The links of HTML and text in their order, each target once, at most 500.'),
  codes: z
    .array(z.string())
    .describe(
      'Likely one-time codes in subject and text, the likeliest first, at most 10; digits without the spaces and hyphens between them.',
    ),
}).meta({ id: 'ReceivedEmail' })

export const ArrivedEmail = z
  .object({ to: z.string(), subject: z.string(), at: z.iso.datetime().describe('When it arrived.') })
  .meta({ id: 'ArrivedEmail' })

export const InboxWaitTimeout = ErrorBody.extend({
  error: ErrorObject.extend({
    details: z.object({
      arrived: z.array(ArrivedEmail).describe('The emails that did arrive, newest first, at most 20.'),
    }),
  }),
}).meta({ id: 'InboxWaitTimeout' })
