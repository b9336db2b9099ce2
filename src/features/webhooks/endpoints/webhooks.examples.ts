import type { z } from 'zod'
import type {
  Webhook,
  WebhookCreate,
  WebhookList,
  WebhookPatch,
  WebhookRotate,
  WebhookWithSecret,
} from './webhooks.schema.ts'

const webhook: z.output<typeof Webhook> = {
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

const withSecret: z.output<typeof WebhookWithSecret> = {
  ...webhook,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
}

const list: z.output<typeof WebhookList> = { webhooks: [webhook], cursor: null, hasMore: false, total: 1 }

const create: z.input<typeof WebhookCreate> = {
  url: 'https://shop.example.com/webhooks/lettermill',
  description: 'Tells the shop about bounces',
  events: ['email.bounced', 'email.complained', 'contact.unsubscribed'],
}

const patch: z.input<typeof WebhookPatch> = { events: ['*'], batch: { max: 100, waitMs: 1000 } }

const rotate: z.input<typeof WebhookRotate> = { graceSeconds: 3600 }

export const webhookExamples = {
  Webhook: webhook,
  WebhookWithSecret: withSecret,
  WebhookList: list,
  WebhookCreate: create,
  WebhookPatch: patch,
  WebhookRotate: rotate,
}
