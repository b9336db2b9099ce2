import type { ConnectionLimit } from '../../../platform/mail/connection-limit.ts'
import type { Metrics } from '../../../platform/metrics.ts'

export function watchConnections(metrics: Metrics, limit: ConnectionLimit): void {
  metrics.gauge('lettermill_connections', 'Connections to the transport: open now, and allowed now.', () => [
    { labels: { state: 'open' }, value: limit.open },
    { labels: { state: 'allowed' }, value: limit.current },
  ])
}
