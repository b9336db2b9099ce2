import type { z } from 'zod'
import type {
  Contact,
  ContactBulk,
  ContactFields,
  ContactList,
  ContactPatch,
  ContactUpsert,
  UpsertedContact,
} from './contacts.schema.ts'

const contact: z.output<typeof Contact> = {
  id: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
  email: 'ada@example.com',
  subscribed: true,
  subscriptionState: 'SUBSCRIBED',
  data: { name: 'Ada Lovelace', plan: 'pro' },
  createdAt: '2026-02-02T09:28:11.217Z',
  updatedAt: '2026-02-02T09:28:11.217Z',
}

const upserted: z.output<typeof UpsertedContact> = { ...contact, _meta: { isNew: true, isUpdate: false } }

const list: z.output<typeof ContactList> = { contacts: [contact], cursor: null, hasMore: false, total: 1 }

const upsert: z.input<typeof ContactUpsert> = {
  email: 'ada@example.com',
  subscribed: true,
  data: { name: 'Ada Lovelace', plan: 'pro' },
}

const patch: z.input<typeof ContactPatch> = { data: { plan: 'team', trialEndsAt: null } }

const bulk: z.input<typeof ContactBulk> = {
  action: 'unsubscribe',
  filter: {
    operator: 'AND',
    conditions: [{ field: 'email', operator: 'endsWith', value: '@old-company.example' }],
  },
}

const fields: z.output<typeof ContactFields> = {
  fields: [
    { key: 'name', type: 'string', types: { string: 1840 }, count: 1840, coverage: 0.92 },
    { key: 'seats', type: 'number', types: { number: 395, string: 5 }, count: 400, coverage: 0.2 },
  ],
}

export const contactExamples = {
  Contact: contact,
  UpsertedContact: upserted,
  ContactList: list,
  ContactUpsert: upsert,
  ContactPatch: patch,
  ContactBulk: bulk,
  ContactFields: fields,
}
