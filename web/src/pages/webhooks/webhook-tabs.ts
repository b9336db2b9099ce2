import type { WebhookDelivery } from '../../api/webhooks.ts'

export const WEBHOOK_TABS = ['deliveries', 'settings'] as const
export type WebhookTab = (typeof WEBHOOK_TABS)[number]

export const DELIVERY_STATUSES = [
  'PENDING',
  'DELIVERED',
  'FAILED',
] as const satisfies readonly WebhookDelivery['status'][]
