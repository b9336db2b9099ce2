import { z } from 'zod'

const ShownAddress = z.object({ email: z.string(), name: z.string().nullable() })

/**
 * Stored with an email whose header shows more than its bare address. `to` and `cc` hold names, or the other recipients
 * of a message with cc; without `to` the header shows the bare address. `workflowId` and `stepId`: the step of a
 * workflow that sends it. `contactId`, for an address in cc or bcc, is the contact in `to`, whose variables fill the email. `originalMessageId`
 * is the Message-ID of an email that was submitted by SMTP. `traceparent`: the span of the request that accepted it (ADR 35).
 */
export const EmailRecipients = z.object({
  to: z.array(ShownAddress).optional(),
  cc: z.array(ShownAddress).optional(),
  workflowId: z.string().optional(),
  stepId: z.string().optional(),
  contactId: z.string().optional(),
  originalMessageId: z.string().optional(),
  traceparent: z.string().optional(),
})
export type EmailRecipients = z.infer<typeof EmailRecipients>
