import { z } from 'zod'

const ShownAddress = z.object({ email: z.string(), name: z.string().nullable() })

/**
 * Stored with an email whose header shows more than its bare address. `to` and `cc`: a name, or the others of a message that
 * has cc; without `to` it is the bare address. `workflowId` is the workflow that sends it. `contactId` is whose variables fill it, which for an address in cc or bcc is the contact in `to`. `originalMessageId` is
 * that of the program that handed it in by SMTP.
 */
export const EmailRecipients = z.object({
  to: z.array(ShownAddress).optional(),
  cc: z.array(ShownAddress).optional(),
  workflowId: z.string().optional(),
  contactId: z.string().optional(),
  originalMessageId: z.string().optional(),
})
export type EmailRecipients = z.infer<typeof EmailRecipients>
