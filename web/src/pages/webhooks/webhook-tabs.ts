import type { WebhookDelivery } from '../../api/webhooks.ts'

export const WEBHOOK_TABS = ['deliveries', 'settings'] as const

export const DELIVERY_STATUSES = [
  'PENDING',
  'DELIVERED',
  'FAILED',
] as const satisfies readonly WebhookDelivery['status'][]
