import { z } from 'zod'
import { listFields, PathId } from '../../../platform/http/replies/paging.schema.ts'

export const InboxEmail = z
  .object({
    id: z.string().describe('Id of the email, for GET /emails/{id} and the paths below it.'),
    to: z.string(),
    from: z.string(),
    subject: z.string(),
    bytes: z.int().describe('Size of the source.'),
    receivedAt: z.iso.datetime(),
  })
  .meta({ id: 'InboxEmail' })

export const InboxList = z.object({ emails: z.array(InboxEmail), ...listFields }).meta({ id: 'InboxList' })

export const InboxCleared = z
  .object({
    deleted: z.int().describe('How many emails were deleted.'),
    hasMore: z.boolean().describe('true if emails are left; repeat the request to delete more.'),
  })
  .meta({ id: 'InboxCleared' })

export const EmailAttachment = z
  .object({
    index: z.int().describe('Number of the attachment, for GET /emails/{id}/attachments/{index}.'),
    filename: z.string(),
    contentType: z.string(),
    bytes: z.int(),
    contentId: z
      .string()
      .nullable()
      .describe('Content-ID by which the HTML refers to it (cid:); null if it has none.'),
  })
  .meta({ id: 'EmailAttachment' })

export const EmailAttachments = z
  .object({ attachments: z.array(EmailAttachment) })
  .meta({ id: 'EmailAttachments' })

export const AttachmentParams = z.object({
  id: PathId.brand<'email'>(),
  index: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number')
    .transform(Number)
    .catch(-1)
    .describe('Number of the attachment.')
    .meta({ type: 'integer' }),
})

/** Bytes, not JSON, so nothing is validated. */
export const AttachmentBytes = z
  .any()
  .meta({ type: 'string', format: 'binary', examples: ['(the bytes of the file)'] })
  .describe('The file.')
