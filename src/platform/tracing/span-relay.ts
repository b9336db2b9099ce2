// Spans of a thread, which periodically passes them on to the main thread.
import type { Metrics } from '../metrics/metrics.ts'
import { countSpans } from './span-counter.ts'
import type { Span, Tracer } from './span.ts'

export type SpanRelay = {
  tracer: Tracer
  /** The spans since the last call. */
  take: () => Span[]
}

// A thread passes them on four times per second: more than it can send emails in that time.
const MOST_WAITING = 2_000

type Options = { isOn: boolean; metrics: Metrics; mostWaiting?: number }

export function createSpanRelay({ isOn, metrics, mostWaiting = MOST_WAITING }: Options): SpanRelay {
  const count = countSpans(metrics)
  let waiting: Span[] = []
  return {
    tracer: {
      isOn,
      record(span) {
        if (waiting.length < mostWaiting) waiting.push(span)
        else count('dropped', 1)
      },
      close: () => Promise.resolve(),
    },
    take() {
      const recent = waiting
      waiting = []
      return recent
    },
  }
}
