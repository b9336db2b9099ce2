import type { Metrics } from '../metrics/metrics.ts'

/** `dropped`: too many waited, or the node stopped. `refused`: the collector answered that it does not take them. */
export type SpanResult = 'exported' | 'dropped' | 'refused'

export function countSpans(metrics: Metrics): (result: SpanResult, by: number) => void {
  const spans = metrics.counter('lettermill_trace_spans_total', 'Spans of traces, by what became of them.')
  return (result, by) => spans.add({ result }, by)
}
