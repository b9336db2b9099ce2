// How late the main thread is: requests wait for it, and so do timers. Read on scrape.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

// A delay that a caller notices is longer; more often would cost an idle node more than it tells.
const LOOK_EVERY_MS = 20

const SECONDS_PER_NS = 1e-9

export function watchEventLoop(metrics: Metrics): void {
  const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS })
  delays.enable()
  // It measures from one look to the next.
  const late = (ns: number) => Math.max(0, ns * SECONDS_PER_NS - LOOK_EVERY_MS / 1000)
  metrics.gauge(
    'lettermill_event_loop_delay_seconds',
    'How late timers of the main thread were since the last reading of the metrics: the 99th percentile, and the longest.',
    () => {
      const [p99, max] = delays.count === 0 ? [0, 0] : [delays.percentile(99), delays.max]
      delays.reset()
      return [
        { labels: { quantile: '0.99' }, value: late(p99) },
        { labels: { quantile: '1' }, value: late(max) },
      ]
    },
  )
}
