import type { Deps } from '../../../platform/deps.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { readBacklog } from './turn.queries.ts'
import type { SendResult } from './send-message.service.ts'

/** Registers the gauges of the backlog and the counter, once per process. */
export function registerWebhookGauges(deps: Pick<Deps, 'metrics' | 'database' | 'clock'>): void {
  const { metrics, database, clock } = deps
  metrics.gauge('lettermill_webhooks_waiting', 'Webhook deliveries that wait, up to 100,000.', async () => {
    const { count } = await readBacklog(database.db)
    return [{ labels: {}, value: count }]
  })
  metrics.gauge(
    'lettermill_webhooks_oldest_seconds',
    'Age of the oldest webhook delivery that waits, also for its next attempt; 0 if none does.',
    async () => {
      const { oldestId } = await readBacklog(database.db)
      const ageMs = oldestId === null ? 0 : clock.now().getTime() - timeOfId(oldestId).getTime()
      return [{ labels: {}, value: Math.max(0, ageMs) / 1000 }]
    },
  )
  createWebhookCounter(deps)
}

export const createWebhookCounter = ({ metrics }: Pick<Deps, 'metrics'>): ReturnType<Metrics['counter']> =>
  metrics.counter(
    'lettermill_webhooks_total',
    'Attempts to deliver an event to a webhook, by result: delivered, retry (tried again later) or failed (given up).',
  )

export const resultOf = ({ isDelivered, nextAttemptAt }: SendResult): string => {
  if (isDelivered) return 'delivered'
  return nextAttemptAt === null ? 'failed' : 'retry'
}
