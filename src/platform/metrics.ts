// Counters, gauges and histograms in the Prometheus text format (version 0.0.4). Written by hand because three
// kinds of numbers and one printer are all we need, and the usual library has had no release for two years.

type Labels = Record<string, string | number>
type Reading = { labels: Labels; value: number }

export type Metrics = {
  counter(name: string, help: string): { add(labels: Labels, by?: number): void }
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
  ): { observe(labels: Labels, value: number): void }
  /** A gauge is read when it is scraped. One that fails is left out: a scrape must work while the database is away. */
  gauge(name: string, help: string, read: () => Reading[] | Promise<Reading[]>): void
  render(): Promise<string>
}

type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines(): string[] | Promise<string[]>
}

export function createMetrics(): Metrics {
  const families: Family[] = []
  return {
    counter(name, help) {
      const values = new Map<string, number>()
      families.push({
        name,
        help,
        type: 'counter',
        lines: () => [...values].map(([labels, value]) => `${name}${labels} ${value}`),
      })
      return {
        add(labels, by = 1) {
          const key = labelText(labels)
          values.set(key, (values.get(key) ?? 0) + by)
        },
      }
    },
    histogram(name, help, buckets) {
      const series = new Map<string, Histogram>()
      families.push({
        name,
        help,
        type: 'histogram',
        lines: () => [...series.values()].flatMap((one) => histogramLines(name, buckets, one)),
      })
      return {
        observe(labels, value) {
          const key = labelText(labels)
          let one = series.get(key)
          if (!one) series.set(key, (one = { labels, counts: buckets.map(() => 0), sum: 0, count: 0 }))
          one.sum += value
          one.count += 1
          const slot = buckets.findIndex((limit) => value <= limit)
          if (slot >= 0) one.counts[slot] = (one.counts[slot] ?? 0) + 1
        },
      }
    },
    gauge(name, help, read) {
      families.push({
        name,
        help,
        type: 'gauge',
        lines: async () => {
          const readings = await Promise.resolve()
            .then(read)
            .catch(() => [])
          return readings.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`)
        },
      })
    },
    async render() {
      const parts: string[] = []
      for (const family of families) {
        parts.push(
          `# HELP ${family.name} ${family.help}`,
          `# TYPE ${family.name} ${family.type}`,
          ...(await family.lines()),
        )
      }
      return `${parts.join('\n')}\n`
    },
  }
}

type Histogram = { labels: Labels; counts: number[]; sum: number; count: number }

function histogramLines(name: string, buckets: readonly number[], one: Histogram): string[] {
  let below = 0
  const lines = buckets.map((limit, slot) => {
    below += one.counts[slot] ?? 0
    return `${name}_bucket${labelText({ ...one.labels, le: limit })} ${below}`
  })
  return [
    ...lines,
    `${name}_bucket${labelText({ ...one.labels, le: '+Inf' })} ${one.count}`,
    `${name}_sum${labelText(one.labels)} ${one.sum}`,
    `${name}_count${labelText(one.labels)} ${one.count}`,
  ]
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, (c) => ESCAPES[c] ?? c)}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
