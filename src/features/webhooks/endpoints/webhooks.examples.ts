import type { z } from 'zod'
import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './webhooks.schema.ts'

const webhook: z.output<typeof schemas.Webhook> = {
  id: '019c2f9a-5d20-7b18-8c6e-0a4d9e2f7b31',
  url: 'https://shop.example.com/webhooks/lettermill',
  description: 'Tells the shop about bounces',
  events: ['email.bounced', 'email.complained', 'contact.unsubscribed'],
  enabled: true,
  batch: null,
  disabledReason: null,
  createdAt: '2026-02-02T11:04:27.552Z',
  updatedAt: '2026-02-02T11:04:27.552Z',
}

export const webhookExamples = {
  Webhook: webhook,
  WebhookWithSecret: {
    ...webhook,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  },
  WebhookList: { webhooks: [webhook], cursor: null, hasMore: false, total: 1 },
  WebhookCreate: {
    url: 'https://shop.example.com/webhooks/lettermill',
    description: 'Tells the shop about bounces',
    events: ['email.bounced', 'email.complained', 'contact.unsubscribed'],
  },
  WebhookPatch: { events: ['*'], batch: { max: 100, waitMs: 1000 } },
  WebhookRotate: { graceSeconds: 3600 },
} satisfies ExamplesOf<typeof schemas>
