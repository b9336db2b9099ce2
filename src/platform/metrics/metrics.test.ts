import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

const linesOf = async (metrics: ReturnType<typeof createMetrics>) =>
  (await metrics.render()).trimEnd().split('\n')

describe('a counter', () => {
  it('adds up by its labels', async () => {
    const metrics = createMetrics()
    const sent = metrics.counter('sent_total', 'Emails sent.')
    sent.add({ kind: 'a' })
    sent.add({ kind: 'a' }, 2)
    sent.add({ kind: 'b' })
    sent.add({})
    expect(await linesOf(metrics)).toEqual([
      '# HELP sent_total Emails sent.',
      '# TYPE sent_total counter',
      'sent_total{kind="a"} 3',
      'sent_total{kind="b"} 1',
      'sent_total 1',
    ])
  })

  it('escapes labels', async () => {
    const metrics = createMetrics()
    metrics.counter('x', 'X.').add({ path: 'a"b\\c\nd' })
    expect(await linesOf(metrics)).toContain('x{path="a\\"b\\\\c\\nd"} 1')
  })
})

describe('a histogram', () => {
  it('counts every value in its bucket and in all above', async () => {
    const metrics = createMetrics()
    const seconds = metrics.histogram('seconds', 'Time.', [0.1, 1, 10])
    for (const value of [0.05, 0.1, 0.5, 5, 50]) seconds.observe({ route: '/a' }, value)
    seconds.observe({ route: '/b' }, 1)
    expect(await linesOf(metrics)).toEqual([
      '# HELP seconds Time.',
      '# TYPE seconds histogram',
      'seconds_bucket{route="/a",le="0.1"} 2',
      'seconds_bucket{route="/a",le="1"} 3',
      'seconds_bucket{route="/a",le="10"} 4',
      'seconds_bucket{route="/a",le="+Inf"} 5',
      'seconds_sum{route="/a"} 55.65',
      'seconds_count{route="/a"} 5',
      'seconds_bucket{route="/b",le="0.1"} 0',
      'seconds_bucket{route="/b",le="1"} 1',
      'seconds_bucket{route="/b",le="10"} 1',
      'seconds_bucket{route="/b",le="+Inf"} 1',
      'seconds_sum{route="/b"} 1',
      'seconds_count{route="/b"} 1',
    ])
  })
})

describe('a gauge', () => {
  it('is read on scrape', async () => {
    const metrics = createMetrics()
    let value = 1
    metrics.gauge('depth', 'Depth.', () => [{ labels: { queue: 'a' }, value: value++ }])
    expect(await linesOf(metrics)).toContain('depth{queue="a"} 1')
    expect(await linesOf(metrics)).toContain('depth{queue="a"} 2')
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('away')
      },
    ],
    ['rejects', () => Promise.reject(new Error('away'))],
  ])('that %s is left out, and the others are shown', async (_what, read) => {
    const metrics = createMetrics()
    metrics.gauge('broken', 'Broken.', read)
    metrics.gauge('whole', 'Whole.', () => [{ labels: {}, value: 1 }])
    const lines = await linesOf(metrics)
    expect(lines).toContain('whole 1')
    expect(lines.filter((line) => line.startsWith('broken'))).toEqual([])
  })
})

it('ends with a line break, as the format demands', async () => {
  const metrics = createMetrics()
  metrics.counter('x', 'X.').add({})
  expect((await metrics.render()).endsWith('x 1\n')).toBe(true)
})

describe('a name that is known already', () => {
  it('returns the same counter', async () => {
    const metrics = createMetrics()
    metrics.counter('sent_total', 'Emails sent.').add({})
    metrics.counter('sent_total', 'Emails sent.').add({})
    expect(await linesOf(metrics)).toEqual([
      '# HELP sent_total Emails sent.',
      '# TYPE sent_total counter',
      'sent_total 2',
    ])
  })

  it('adds up what several read, without those that fail', async () => {
    const metrics = createMetrics()
    const read = (value: number) => () => [{ labels: { state: 'open' }, value }]
    metrics.gauge('connections', 'Connections.', read(2))
    metrics.gauge('connections', 'Connections.', () => Promise.reject(new Error('away')))
    metrics.gauge('connections', 'Connections.', read(3))
    expect(await linesOf(metrics)).toEqual([
      '# HELP connections Connections.',
      '# TYPE connections gauge',
      'connections{state="open"} 5',
    ])
  })
})
