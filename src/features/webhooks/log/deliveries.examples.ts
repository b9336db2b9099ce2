import type { z } from 'zod'
import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './deliveries.schema.ts'

const delivery: z.output<typeof schemas.WebhookDelivery> = {
  id: '019c2f9b-01a4-7e52-b0c9-6b8f1d3e5a70',
  eventId: '019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90',
  type: 'email.bounced',
  status: 'DELIVERED',
  attempts: 2,
  lastStatus: 200,
  nextAttemptAt: null,
  createdAt: '2026-02-02T11:05:12.420Z',
  deliveredAt: '2026-02-02T11:05:18.105Z',
}

export const deliveryExamples = {
  WebhookDelivery: delivery,
  WebhookDeliveryDetails: {
    ...delivery,
    request: {
      method: 'POST',
      url: 'https://shop.example.com/webhooks/lettermill',
      headers: {
        'content-type': 'application/json',
        'webhook-id': '019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90',
      },
      body: '{"type":"email.bounced","timestamp":"2026-02-02T11:05:12.368Z","data":{"id":"019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90","name":"email.bounced","contactId":"019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44","email":"ada@example.com","emailId":"019c2f40-1b7e-7a02-8f53-5a9d40c6e711","data":{"class":"hard","reason":"the mailbox does not exist"},"createdAt":"2026-02-02T11:05:12.368Z"}}',
    },
    answers: [
      {
        at: '2026-02-02T11:05:12.731Z',
        status: 503,
        body: 'Service Unavailable',
        error: null,
        durationMs: 84,
      },
      { at: '2026-02-02T11:05:18.105Z', status: 200, body: 'ok', error: null, durationMs: 41 },
    ],
  },
  WebhookDeliveryList: {
    deliveries: [delivery],
    cursor: null,
    hasMore: false,
    total: 1,
  },
  WebhookReplay: { from: '2026-02-02T00:00:00Z', to: '2026-02-03T00:00:00Z' },
} satisfies ExamplesOf<typeof schemas>
