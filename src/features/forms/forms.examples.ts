import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './forms.schema.ts'
import type * as statistics from './statistics/form-statistics.schema.ts'

const fields: z.output<typeof schemas.FormField>[] = [
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'data.firstName', label: 'First name', type: 'text', required: false },
  { key: 'data.plan', label: 'Plan', type: 'select', required: false, options: ['Free', 'Pro'] },
]

const form: z.output<typeof schemas.Form> = {
  id: '019c2f3c-7b10-7e4f-9a31-52d0c8e1f7a4',
  name: 'Footer of the shop',
  fields,
  topics: ['offers'],
  submitLabel: 'Get the offers',
  successText: 'Thank you! The first offer is on its way.',
  redirectUrl: null,
  consentText: 'We send you offers at most weekly. You can leave at any time.',
  allowedOrigins: ['https://www.example.com'],
  confirm: null,
  enabled: true,
  submissions: 1284,
  createdAt: '2026-02-02T09:20:00.000Z',
}

const contact: z.output<typeof schemas.FormContact> = {
  id: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
  email: 'ada@example.com',
  subscribed: true,
  subscriptionState: 'SUBSCRIBED',
  topics: { offers: true },
  pausedUntil: null,
  data: { firstName: 'Ada', plan: 'Pro' },
  createdAt: '2026-02-02T09:28:11.217Z',
  updatedAt: '2026-02-02T09:28:11.217Z',
  signedUpAt: '2026-02-02T09:28:11.217Z',
}

const { id: _id, submissions: _submissions, createdAt: _createdAt, ...input } = form

export const formExamples = {
  FormField: form.fields[1] as z.output<typeof schemas.FormField>,
  FormFieldCreate: fields[2] as z.output<typeof schemas.FormField>,
  Form: form,
  FormList: { forms: [form], cursor: null, hasMore: false, total: 1 },
  FormContact: contact,
  FormContactList: { contacts: [contact], cursor: null, hasMore: false, total: 1 },
  FormCreate: input,
  FormPatch: { submitLabel: 'Sign up', redirectUrl: 'https://www.example.com/thanks' },
  FormPreview: { html: '<!doctype html>…' },
  FormSnippet: {
    url: `https://mail.example.com/f/${form.id}`,
    html: `<form method="post" action="https://mail.example.com/f/${form.id}">…</form>`,
  },
  FormStatistics: {
    timezone: 'Europe/Amsterdam',
    total: { submissions: 1284, contacts: 1190, confirmed: 1041 },
    days: [{ day: '2026-05-04', submissions: 12, contacts: 11, confirmed: 9 }],
  },
} satisfies ExamplesOf<typeof schemas> & ExamplesOf<typeof statistics>
