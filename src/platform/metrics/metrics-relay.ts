// Counters of a thread without /metrics: it counts, and periodically passes on the counts since the last time. The receiver
// adds them to its counters of the same names, so the counts survive the thread.
import type { Labels, Metrics } from './metrics.ts'

export type Count = { name: string; help: string; labels: Labels; by: number }

export type MetricsRelay = {
  metrics: Metrics
  /** The counts since the last call. */
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
      const recent = [...counts.values()]
      counts = new Map()
      return recent
    },
  }
}

export function addCounts(metrics: Metrics, counts: readonly Count[]): void {
  for (const { name, help, labels, by } of counts) metrics.counter(name, help).add(labels, by)
}
