import { z } from 'zod'
import { Instant, SpanEnd, SpanStart, textUpTo } from '../../platform/schemas/bounded.schema.ts'
import {
  addressSearch,
  listFields,
  PageQuery,
  PathId,
  timeSort,
} from '../../platform/http/replies/paging.schema.ts'
import { EMAIL_STATUSES, HELD_FOR } from './emails.values.ts'

const Status = z
  .enum(EMAIL_STATUSES)
  .describe(
    'SENT: the next mail server accepted the email. DELIVERED: it reached the mailbox; only some transports can tell.',
  )

/** The last reply of a mail server about an email, as it is stored with the email. */
export const LastReply = z
  .object({
    code: z.int().describe('SMTP reply code, such as 250.'),
    enhancedCode: z.string().nullable().describe('Enhanced status code, such as 5.1.1.'),
    text: z.string().describe('The rest of the reply.'),
    at: z.iso.datetime(),
  })
  .meta({ id: 'LastReply' })

export const EmailEvent = z
  .object({
    type: z.string().describe('queued, scheduled, sent, delivered, deferred, bounced, opened …'),
    at: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EmailEvent' })

export const Email = z
  .object({
    id: z.string(),
    contactId: z
      .string()
      .nullable()
      .describe('null for an address in cc or bcc, and after the contact was deleted.'),
    to: z
      .string()
      .describe('Address of the recipient; a keyed hash ("erased:…") after the contact was deleted.'),
    from: z.string(),
    subject: z
      .string()
      .describe(
        'The subject the recipient sees; until the email is composed, the subject as written. Empty after the contact was deleted.',
      ),
    status: Status,
    reason: z.string().nullable().describe('Why the email has this status, if that needs an explanation.'),
    source: z
      .enum(['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST', 'PROBE'])
      .describe('PROBE: it proves that the reports of a provider arrive, and counts nowhere.'),
    campaignId: z.string().nullable(),
    templateId: z
      .string()
      .nullable()
      .describe('The template that the email was made from, also through its campaign or workflow.'),
    workflowId: z.string().nullable().describe('The workflow whose step sent the email.'),
    traceId: z
      .string()
      .nullable()
      .describe('The trace of the request that accepted the email (header `traceparent`); null without one.'),
    topic: z
      .string()
      .nullable()
      .describe('Key of the topic of a marketing email. null: it has none, or the topic was deleted.'),
    messageId: z.string().describe('The Message-ID header, without angle brackets.'),
    tags: z.array(z.string()),
    attempts: z.int().describe('Delivery attempts so far.'),
    lastReply: LastReply.nullable(),
    events: z.array(EmailEvent).describe('The history of the email, oldest first.'),
    createdAt: z.iso.datetime(),
    scheduledFor: z.iso
      .datetime()
      .nullable()
      .describe(
        'When the email was scheduled for; null if it was to be sent immediately. While it is held: when it is tried next.',
      ),
    heldFor: z
      .enum(HELD_FOR)
      .nullable()
      .describe(
        'Why marketing email that is SCHEDULED waits: for the frequency cap or the quiet hours of the project. null: it is not held.',
      ),
    transport: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('The transport of the project by which it leaves or left. null: that of this server.'),
    nextAttemptAt: z.iso
      .datetime()
      .nullable()
      .describe('When the next attempt is made, while the email is DEFERRED.'),
    sentAt: z.iso.datetime().nullable(),
    erasedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When the contact was deleted and the address, subject, content, variables, opens, clicks and replies of mail servers were erased; otherwise null.',
      ),
  })
  .meta({ id: 'Email' })

export const EmailList = z.object({ emails: z.array(Email), ...listFields }).meta({ id: 'EmailList' })

// As long as a tag can be when it is sent.
const LONGEST_TAG = 100
// For an id or an alias; no alias is nearly as long.
const LONGEST_TEMPLATE = 255

export const EmailListQuery = PageQuery.extend({
  status: Status.optional().describe('Only emails with this status.'),
  contactId: PathId.brand<'contact'>().optional().describe('Only emails to this contact.'),
  campaignId: PathId.brand<'campaign'>().optional().describe('Only emails of this campaign.'),
  templateId: textUpTo(LONGEST_TEMPLATE)
    .optional()
    .describe('Only emails of this template, by its id or alias.'),
  tag: z
    .string()
    .min(1, 'must not be empty')
    .max(LONGEST_TAG, `must have at most ${LONGEST_TAG} characters`)
    .optional()
    .describe('Only emails with exactly this tag.'),
  from: SpanStart.optional().describe(
    'Only emails that were accepted at this time or later; a day begins at 00:00 UTC.',
  ),
  to: SpanEnd.optional().describe(
    'Only emails that were accepted at this time or earlier; a day ends at 24:00 UTC.',
  ),
  search: addressSearch.describe(
    'Part of the address of the recipient, or of the subject as its author wrote it, such as "Hello {{ name }}"; upper and lower case count as equal.',
  ),
  sort: timeSort,
})

export const ContactEmailsQuery = PageQuery.extend({
  status: Status.optional().describe('Only emails with this status.'),
})

export const EmailPatch = z
  .object({
    scheduledFor: Instant.nullable()
      .optional()
      .describe('When to send the email, at most a year ahead; null to send it immediately.'),
  })
  .meta({ id: 'EmailPatch' })

export const EmailContent = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    headers: z
      .record(z.string(), z.string())
      .describe(
        'The headers of the email, name to value. Signatures are included only while the sent bytes are kept.',
      ),
  })
  .meta({ id: 'EmailContent' })

/** Bytes, not JSON, so nothing is validated. */
export const RawEmail = z
  .any()
  .meta({
    type: 'string',
    examples: [
      'From: The Shop <hello@shop.test>\r\nTo: Ada Lovelace <ada@example.com>\r\nSubject: Your order A-1043 is on its way\r\n\r\nHello Ada, your order A-1043 left our warehouse today.\r\n',
    ],
  })
  .describe('The email as it was sent, with its signature.')
