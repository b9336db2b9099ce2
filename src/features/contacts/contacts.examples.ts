import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './contacts.schema.ts'
import type * as missingSchemas from './data/missing.schema.ts'

const contact: z.output<typeof schemas.Contact> = {
  id: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
  email: 'ada@example.com',
  subscribed: true,
  subscriptionState: 'SUBSCRIBED',
  topics: { news: true },
  pausedUntil: null,
  data: { name: 'Ada Lovelace', plan: 'pro' },
  createdAt: '2026-02-02T09:28:11.217Z',
  updatedAt: '2026-02-02T09:28:11.217Z',
}

export const contactExamples = {
  Contact: contact,
  UpsertedContact: { ...contact, _meta: { isNew: true, isUpdate: false } },
  ContactList: { contacts: [contact], cursor: null, hasMore: false, total: 1 },
  ContactUpsert: {
    email: 'ada@example.com',
    subscribed: true,
    data: { name: 'Ada Lovelace', plan: 'pro' },
  },
  ContactPatch: { data: { plan: 'team', trialEndsAt: null } },
  ContactBulk: {
    action: 'unsubscribe',
    filter: {
      operator: 'AND',
      conditions: [{ field: 'email', operator: 'endsWith', value: '@old-company.example' }],
    },
  },
  ContactFields: {
    fields: [
      { key: 'name', type: 'string', types: { string: 1840 }, count: 1840, coverage: 0.92 },
      { key: 'seats', type: 'number', types: { number: 395, string: 5 }, count: 400, coverage: 0.2 },
    ],
  },
  MissingFieldsQuery: {
    fields: ['firstName', 'address.city'],
    filter: { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
  },
  MissingFields: {
    contacts: 4_100,
    fields: [
      { field: 'firstName', missing: 312 },
      { field: 'address.city', missing: 0 },
    ],
  },
} satisfies ExamplesOf<typeof schemas & typeof missingSchemas>
