import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './events.schema.ts'

const event: z.output<typeof schemas.Event> = {
  id: '019c2f61-7d03-7f9a-8b25-c1a4e0d95f3b',
  name: 'checkout completed',
  contactId: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
  email: 'ada@example.com',
  emailId: null,
  data: { order: 'A-1043', total: 59.9 },
  createdAt: '2026-02-02T10:01:44.512Z',
}

export const eventExamples = {
  Event: event,
  EventList: { events: [event], cursor: null, hasMore: false, total: 1 },
  EventNames: {
    names: [
      { name: 'checkout completed', count: 311, lastSeenAt: '2026-02-02T10:01:44.512Z' },
      { name: 'email.opened', count: 204, lastSeenAt: '2026-02-02T09:58:02.004Z' },
    ],
    eventNames: ['checkout completed', 'email.opened'],
    cursor: null,
    hasMore: false,
    total: 2,
  },
} satisfies ExamplesOf<typeof schemas>
