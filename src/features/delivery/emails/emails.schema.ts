import { z } from 'zod'
import { listFields, PageQuery, PathId } from '../../../platform/http/replies/paging.schema.ts'

/** As drawn in docs/states.md. */
export const EMAIL_STATUSES = [
  'QUEUED',
  'SCHEDULED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'DEFERRED',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SUPPRESSED',
  'CANCELLED',
] as const

const Status = z
  .enum(EMAIL_STATUSES)
  .describe(
    'SENT: the next mail server took it. DELIVERED: it is in the mailbox, where the transport can know.',
  )

/** The last words of a mail server about a mail, as they are stored with it. */
export const LastReply = z
  .object({
    code: z.int(),
    enhancedCode: z.string().nullable(),
    text: z.string(),
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
      .describe('null for an address in cc or bcc, and once the contact is deleted.'),
    to: z.string().describe('The address; a keyed hash, "erased:…", once the contact is deleted.'),
    from: z.string(),
    subject: z
      .string()
      .describe(
        'Filled in for the recipient once the mail has been made; before, as it was written. Empty once the contact is deleted.',
      ),
    status: Status,
    reason: z.string().nullable().describe('Why it has this status, where that needs saying.'),
    source: z.enum(['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST']),
    campaignId: z.string().nullable(),
    templateId: z.string().nullable(),
    messageId: z.string().describe('The Message-ID header, without angle brackets.'),
    tags: z.array(z.string()),
    attempts: z.int().describe('How often it was taken in hand.'),
    lastReply: LastReply.nullable(),
    events: z.array(EmailEvent).describe('What happened to it, oldest first.'),
    createdAt: z.iso.datetime(),
    scheduledFor: z.iso.datetime().nullable().describe('The time that was asked for; null: at once.'),
    nextAttemptAt: z.iso.datetime().nullable().describe('When it is tried again, while it is DEFERRED.'),
    sentAt: z.iso.datetime().nullable(),
    erasedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When its contact was deleted: address, subject, content, variables, opens, clicks and the texts of mail servers were erased then.',
      ),
  })
  .meta({ id: 'Email' })

export const EmailList = z.object({ emails: z.array(Email), ...listFields }).meta({ id: 'EmailList' })

// As long as a tag can be when it is sent.
const LONGEST_TAG = 100

export const EmailListQuery = PageQuery.extend({
  status: Status.optional(),
  contactId: PathId.optional().describe('Only mail to this contact.'),
  campaignId: PathId.optional().describe('Only mail of this campaign.'),
  tag: z
    .string()
    .min(1, 'must not be empty')
    .max(LONGEST_TAG, `must have at most ${LONGEST_TAG} characters`)
    .optional()
    .describe('Only email that was sent with this tag, written exactly as it was then.'),
  search: z
    .string()
    .max(254, 'must have at most 254 characters')
    .optional()
    .describe('Part of the address of the recipient, in any case.'),
})

export const ContactEmailsQuery = PageQuery.extend({ status: Status.optional() })

export const EmailContent = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    headers: z
      .record(z.string(), z.string())
      .describe('Name to value, as they stand in the mail. Signatures only where the sent bytes are kept.'),
  })
  .meta({ id: 'EmailContent' })

/** Bytes, not JSON: there is nothing to check. */
export const RawEmail = z.any().meta({ type: 'string' }).describe('The mail as it left, signed.')
