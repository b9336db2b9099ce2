import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { Clock } from '../../../platform/clock.ts'
import { watchTrouble } from '../transports/connection-metrics.ts'
import type { Report } from './send-thread-messages.ts'

type Watched = { isSending: boolean; report: Report | undefined }

/** Returns what counts a death. */
export function watchSendThreads(
  { metrics, clock }: { metrics: Metrics; clock: Clock },
  list: () => readonly Watched[],
): ReturnType<Metrics['counter']> {
  const reports = () => list().flatMap(({ report }) => report ?? [])
  metrics.gauge('lettermill_send_threads', 'Threads of this process that send email.', () => [
    { labels: {}, value: list().filter((thread) => thread.isSending).length },
  ])
  // Added to those of the main thread.
  metrics.gauge('lettermill_database_connections', 'Connections of this process, by state.', () =>
    reports().flatMap(({ database }) =>
      Object.entries(database).map(([state, value]) => ({ labels: { state }, value })),
    ),
  )
  watchTrouble(metrics, clock, () => reports().map(({ transport }) => transport))
  return metrics.counter(
    'lettermill_send_thread_deaths_total',
    'Threads that sent email and died. Each is replaced, and others send what it had.',
  )
}
