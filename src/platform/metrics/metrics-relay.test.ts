import { expect, it } from 'vitest'
import { addCounts, createMetricsRelay } from './metrics-relay.ts'
import { createMetrics } from './metrics.ts'

it('adds the counts of several threads to one counter, each of them once', async () => {
  const metrics = createMetrics()
  metrics.counter('sent_total', 'Emails sent.').add({ kind: 'a' })
  for (const thread of [createMetricsRelay(), createMetricsRelay()]) {
    const sent = thread.metrics.counter('sent_total', 'Emails sent.')
    sent.add({ kind: 'a' }, 2)
    sent.add({ kind: 'b' })
    addCounts(metrics, thread.take())
    addCounts(metrics, thread.take())
    sent.add({ kind: 'b' })
    addCounts(metrics, structuredClone(thread.take()))
  }
  expect(await metrics.render()).toBe(
    '# HELP sent_total Emails sent.\n# TYPE sent_total counter\nsent_total{kind="a"} 5\nsent_total{kind="b"} 4\n',
  )
})

it('refuses what it cannot hand on', () => {
  const { metrics } = createMetricsRelay()
  expect(() => metrics.gauge('open', 'Open.', () => [])).toThrow('hands on counters only')
  expect(() => metrics.histogram('seconds', 'Time.', [1])).toThrow('hands on counters only')
})
