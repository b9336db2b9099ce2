import type { Clock } from '../../../platform/clock.ts'
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'

export type ConnectionReading = Pick<ConnectionLimit, 'open' | 'current'>

/** `read` returns the limit of every engine of this process. */
export function watchConnections(metrics: Metrics, read: () => readonly ConnectionReading[]): void {
  metrics.gauge('lettermill_connections', 'Connections to the transport: open now, and allowed now.', () =>
    read().flatMap(({ open, current }) => [
      { labels: { state: 'open' }, value: open },
      { labels: { state: 'allowed' }, value: current },
    ]),
  )
}

/** `since`: when the transport stopped working, in milliseconds; undefined while it works. */
export type TransportState = { transport: string; since: number | undefined }

/** `read` returns the state of every engine of this process. They share one transport; the longest trouble counts. */
export function watchTrouble(metrics: Metrics, clock: Clock, read: () => readonly TransportState[]): void {
  metrics.gauge(
    'lettermill_transport_trouble_seconds',
    'For how long the transport has not worked, so that email waits; 0 while it works.',
    () => {
      const [first, ...others] = read()
      if (!first) return []
      const now = clock.now().getTime()
      const ms = [first, ...others].map(({ since = now }) => now - since)
      return [{ labels: { transport: first.transport }, value: Math.max(...ms) / 1000 }]
    },
  )
}
