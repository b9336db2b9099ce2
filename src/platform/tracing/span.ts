// Spans: how long the steps of accepting and sending one email took. They are recorded when they end, and only if a collector is
// configured; without one, and for traces that their caller does not record, a span costs nothing.
import type { Clock } from '../clock.ts'
import { newSpanId, newTraceId } from './trace-context.ts'
import type { TraceContext } from './trace-context.ts'

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export type Span = {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: SpanKind
  /** Since 1970, with a fraction. */
  startMs: number
  endMs: number
  attributes: SpanAttributes
  /** Why the step failed. */
  error?: string | undefined
}

export type Tracer = {
  /** Whether spans are recorded at all. */
  readonly isOn: boolean
  /** Never waits and never throws; drops the span if too many wait already. */
  record(span: Span): void
  /** Gives away what waits, if that is possible soon. */
  close(): Promise<void>
}

export const NO_TRACER: Tracer = { isOn: false, record: () => undefined, close: () => Promise.resolve() }

/** The facts that a step ends with. */
export type SpanEnd = { attributes?: SpanAttributes; error?: string | undefined }

type Step<T> = { kind?: SpanKind; describe?: (result: T) => SpanEnd }

/** A span that has not ended. */
export type RunningSpan = {
  /** The parent of spans below this one; the context of the caller if this span is not recorded. */
  readonly context: TraceContext | undefined
  /** Runs a step of it, as a span below it. */
  step<T>(name: string, work: () => T | Promise<T>, options?: Step<T>): Promise<T>
  /** Records a step that began at a performance.now() and ends now. */
  noteStep(name: string, beganAt: number): void
  end(end?: SpanEnd): void
}

const withoutRecording = (context: TraceContext | undefined): RunningSpan => ({
  context,
  step: async (_name, work) => work(),
  noteStep: () => undefined,
  end: () => undefined,
})

/** Records nothing. */
export const NO_SPAN: RunningSpan = withoutRecording(undefined)

type SpanParts = { tracer: Tracer; clock: Clock }
type SpanStart = {
  /** The span above it; a new trace begins without one. */
  parent: TraceContext | undefined
  name: string
  kind: SpanKind
  attributes?: SpanAttributes
  /** The performance.now() at which it began. */
  beganAt?: number
}

export function startSpan(
  { tracer, clock }: SpanParts,
  { parent, name, kind, attributes = {}, beganAt = performance.now() }: SpanStart,
): RunningSpan {
  if (!tracer.isOn || parent?.isSampled === false) return withoutRecording(parent)
  // The clock has milliseconds, and many steps take less.
  const offset = clock.now().getTime() - performance.now()
  const context = { traceId: parent?.traceId ?? newTraceId(), spanId: newSpanId(), isSampled: true }
  const { traceId, spanId } = context
  const record = (
    span: Pick<Span, 'spanId' | 'parentId' | 'name' | 'kind'> & { from: number },
    end: SpanEnd,
  ) => {
    const { from, ...rest } = span
    const times = { startMs: offset + from, endMs: offset + performance.now() }
    tracer.record({ ...rest, ...times, traceId, attributes: end.attributes ?? {}, error: end.error })
  }
  const recordStep = (step: Pick<Span, 'name' | 'kind'> & { from: number }, end: SpanEnd = {}) =>
    record({ ...step, spanId: newSpanId(), parentId: spanId }, end)
  return {
    context,
    async step(stepName, work, { kind: stepKind = 'internal', describe } = {}) {
      const step = { name: stepName, kind: stepKind, from: performance.now() }
      try {
        const result = await work()
        recordStep(step, describe?.(result))
        return result
      } catch (error) {
        recordStep(step, { error: nameOf(error) })
        throw error
      }
    },
    noteStep: (stepName, from) => recordStep({ name: stepName, kind: 'internal', from }),
    end: (end = {}) =>
      record(
        { name, kind, spanId, parentId: parent?.spanId, from: beganAt },
        { ...end, attributes: { ...attributes, ...end.attributes } },
      ),
  }
}

/** Messages may quote addresses and contents, which do not belong into traces. */
export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error')
