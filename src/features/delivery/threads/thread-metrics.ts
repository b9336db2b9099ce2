import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { Clock } from '../../../platform/clock.ts'
import { countRefusedResults } from '../record/refused.service.ts'
import { countAttempts } from '../send-engine.service.ts'
import { watchConnections, watchTrouble } from '../transports/connection-metrics.ts'
import type { ThreadReport } from './send-thread-messages.ts'

type WatchedThread = { isSending: boolean; report: ThreadReport | undefined }

/** Returns the counter of dead threads. */
export function watchSendThreads(
  { metrics, clock }: { metrics: Metrics; clock: Clock },
  list: () => readonly WatchedThread[],
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
  watchConnections(metrics, () => reports().map(({ connections }) => connections))
  watchTrouble(metrics, clock, () => reports().map(({ transport }) => transport))
  const deaths = metrics.counter(
    'lettermill_send_thread_deaths_total',
    'Threads that sent email and died. Each is replaced, and others send what it had.',
  )
  // Threads report them when they happen. An alert sees an increase only of a counter that was there before.
  for (const status of ['sent', 'delivered', 'bounced', 'failed']) countAttempts(metrics).add({ status }, 0)
  for (const action of ['failed', 'parked']) countRefusedResults(metrics).add({ action }, 0)
  deaths.add({}, 0)
  return deaths
}
