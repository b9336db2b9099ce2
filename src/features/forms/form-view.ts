import type { z } from 'zod'
import { toContact } from '../contacts/index.ts'
import type { SignedUpRow } from '../contacts/index.ts'
import type { FormRow } from './forms.queries.ts'
import type { Form, FormContact, FormField } from './forms.schema.ts'

export const toForm = (row: FormRow): z.input<typeof Form> => ({
  id: row.id,
  name: row.name,
  fields: row.fields as FormField[],
  topics: row.topics,
  submitLabel: row.submit_label,
  successText: row.success_text,
  redirectUrl: row.redirect_url,
  consentText: row.consent_text,
  allowedOrigins: row.allowed_origins,
  confirm: row.confirm,
  enabled: row.enabled,
  submissions: row.submissions,
  createdAt: row.created_at.toISOString(),
})

export const toFormContact = (row: SignedUpRow, now: Date): z.input<typeof FormContact> => ({
  ...toContact(row, now),
  signedUpAt: row.signed_up_at.toISOString(),
})
