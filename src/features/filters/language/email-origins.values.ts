/** The fields by which a condition on email activity names where the emails come from, and the records that they name. */
export const EMAIL_ORIGINS = {
  campaignId: 'campaign',
  templateId: 'template',
  workflowId: 'workflow',
} as const

export type EmailOriginField = keyof typeof EMAIL_ORIGINS

export const EMAIL_ORIGIN_FIELDS = Object.keys(EMAIL_ORIGINS) as readonly EmailOriginField[]
