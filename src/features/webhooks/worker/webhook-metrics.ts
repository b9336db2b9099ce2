import type { Deps } from '../../../platform/deps.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { readWaiting } from './turn.queries.ts'
import type { SentResult } from './send-message.service.ts'

/** Gauges of what is still to be delivered, read when they are scraped. Once per process. */
export function watchWebhooks({
  metrics,
  database,
  clock,
}: Pick<Deps, 'metrics' | 'database' | 'clock'>): void {
  metrics.gauge('lettermill_webhooks_waiting', 'Webhook deliveries that wait, up to 100,000.', async () => {
    const { count } = await readWaiting(database.db)
    return [{ labels: {}, value: count }]
  })
  metrics.gauge(
    'lettermill_webhooks_oldest_seconds',
    'Age of the oldest webhook delivery that waits, also for its next attempt; 0 if none does.',
    async () => {
      const { oldestId } = await readWaiting(database.db)
      const ageMs = oldestId === null ? 0 : clock.now().getTime() - timeOfId(oldestId).getTime()
      return [{ labels: {}, value: Math.max(0, ageMs) / 1000 }]
    },
  )
}

export const countWebhooks = ({ metrics }: Pick<Deps, 'metrics'>): ReturnType<Metrics['counter']> =>
  metrics.counter(
    'lettermill_webhooks_total',
    'Attempts to deliver an event to a webhook, by result: delivered, retry (tried again later) or failed (given up).',
  )

/** For the counter: each event of a batch counts. */
export const resultOf = ({ isDelivered, nextAttemptAt }: SentResult): string => {
  if (isDelivered) return 'delivered'
  return nextAttemptAt === null ? 'failed' : 'retry'
}
