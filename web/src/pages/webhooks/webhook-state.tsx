import type { Webhook, WebhookDelivery } from '../../api/connections/webhooks.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { webhooks as texts } from './webhooks.texts.ts'

export function WebhookState({ of: { enabled, disabledReason } }: { of: Webhook }) {
  if (enabled) return <Badge tone="good">{texts.on}</Badge>
  return disabledReason === null ? <Badge>{texts.off}</Badge> : <Badge tone="bad">{texts.switchedOff}</Badge>
}

const TONES: Record<WebhookDelivery['status'], Tone> = { PENDING: 'warn', DELIVERED: 'good', FAILED: 'bad' }

export function DeliveryStatus({ status }: Pick<WebhookDelivery, 'status'>) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}
