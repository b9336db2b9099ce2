// Counters, gauges and histograms in the Prometheus text format (version 0.0.4). Written by hand because three kinds of
// metrics and one printer are all we need, and the usual library has had no release for two years.

export type Labels = Record<string, string | number>
export type MetricValue = { labels: Labels; value: number }

/** Counters and gauges with the same name are shared: their values are added up. */
export type Metrics = {
  counter(name: string, help: string): { add(labels: Labels, by?: number): void }
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
  ): { observe(labels: Labels, value: number): void }
  /** A gauge is read on scrape. One that fails is left out: a scrape must work while the database is unavailable. */
  gauge(name: string, help: string, read: () => MetricValue[] | Promise<MetricValue[]>): void
  render(): Promise<string>
}

type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines(): string[] | Promise<string[]>
}

type Counter = ReturnType<Metrics['counter']>
type Reader = () => MetricValue[] | Promise<MetricValue[]>

export function createMetrics(): Metrics {
  const families: Family[] = []
  const counters = new Map<string, Counter>()
  const readers = new Map<string, Reader[]>()
  return {
    counter(name, help) {
      const known = counters.get(name)
      if (known) return known
      const totals = createTotals()
      families.push({ name, help, type: 'counter', lines: () => totals.lines(name) })
      const counter: Counter = { add: (labels, by = 1) => totals.add(labels, by) }
      counters.set(name, counter)
      return counter
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
      const known = readers.get(name)
      if (known) return void known.push(read)
      const ofThis = [read]
      readers.set(name, ofThis)
      families.push({ name, help, type: 'gauge', lines: () => gaugeLines(name, ofThis) })
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

async function gaugeLines(name: string, readers: readonly Reader[]): Promise<string[]> {
  const totals = createTotals()
  for (const read of readers) {
    const readings = await Promise.resolve()
      .then(read)
      .catch(() => [])
    for (const { labels, value } of readings) totals.add(labels, value)
  }
  return totals.lines(name)
}

/** Sums, one per set of labels. */
function createTotals() {
  const values = new Map<string, number>()
  return {
    add(labels: Labels, by: number): void {
      const key = labelText(labels)
      values.set(key, (values.get(key) ?? 0) + by)
    },
    lines: (name: string): string[] => [...values].map(([labels, value]) => `${name}${labels} ${value}`),
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
