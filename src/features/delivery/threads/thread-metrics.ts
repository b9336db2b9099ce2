import type { Metrics } from '../../../platform/metrics.ts'
import type { PoolReading } from './send-thread-messages.ts'

type Watched = { isSending: boolean; database: PoolReading }

/** Returns what counts a death. */
export function watchSendThreads(
  metrics: Metrics,
  list: () => readonly Watched[],
): ReturnType<Metrics['counter']> {
  metrics.gauge('lettermill_send_threads', 'Threads of this process that send email.', () => [
    { labels: {}, value: list().filter((thread) => thread.isSending).length },
  ])
  // Added to those of the main thread.
  metrics.gauge('lettermill_database_connections', 'Connections of this process, by state.', () =>
    list().flatMap(({ database }) =>
      Object.entries(database).map(([state, value]) => ({ labels: { state }, value })),
    ),
  )
  return metrics.counter(
    'lettermill_send_thread_deaths_total',
    'Threads that sent email and died. Each is replaced, and others send what it had.',
  )
}
