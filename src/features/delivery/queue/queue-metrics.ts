import type { Deps } from '../../../platform/deps.ts'
import { countWaiting } from './lease.queries.ts'
import { countParkedEmails } from './parked.queries.ts'

/** Gauges of the whole queue; read when they are scraped. Once per process, however many threads send. */
export function watchQueue({ metrics, database }: Pick<Deps, 'metrics' | 'database'>): void {
  metrics.gauge('lettermill_emails_waiting', 'Emails in the queue, by state, up to 100,000.', async () => {
    const waiting = await countWaiting(database.db)
    return waiting.map(({ status, count }) => ({ labels: { status: status.toLowerCase() }, value: count }))
  })
  metrics.gauge(
    'lettermill_emails_parked',
    'Emails that no worker touches, because the database refuses to change them.',
    async () => [{ labels: {}, value: await countParkedEmails(database.db) }],
  )
}
