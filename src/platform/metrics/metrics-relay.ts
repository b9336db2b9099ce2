// Counters of a thread that has no /metrics of its own: it counts, and hands on from time to time what was counted since.
// Whoever gets the counts adds them to the counters of the same names, so a thread that ends takes nothing away.
import type { Labels, Metrics } from './metrics.ts'

export type Count = { name: string; help: string; labels: Labels; by: number }

export type MetricsRelay = {
  metrics: Metrics
  /** What was counted since the last call. */
  take(): Count[]
}

export function createMetricsRelay(): MetricsRelay {
  let counts = new Map<string, Count>()
  const countOnly = (kind: string) => (name: string) => {
    throw new Error(`${name}: a thread hands on counters only; the main thread keeps the ${kind}`)
  }
  return {
    metrics: {
      counter: (name, help) => ({
        add(labels, by = 1) {
          const key = `${name} ${JSON.stringify(labels)}`
          const known = counts.get(key)
          if (known) known.by += by
          else counts.set(key, { name, help, labels, by })
        },
      }),
      histogram: countOnly('histograms'),
      gauge: countOnly('gauges'),
      render: () => Promise.resolve(''),
    },
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
  }
}

export function addCounts(metrics: Metrics, counts: readonly Count[]): void {
  for (const { name, help, labels, by } of counts) metrics.counter(name, help).add(labels, by)
}
