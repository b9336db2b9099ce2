// Spans in the JSON of OTLP (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
import type { Span, SpanAttributes, SpanKind } from './span.ts'

const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }
const FAILED = 2

/** The process that the spans come from. */
export type TraceSource = { version: string; attributes: SpanAttributes }

export const toOtlpJson = (spans: readonly Span[], { version, attributes }: TraceSource): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toAttributes(attributes) },
        scopeSpans: [{ scope: { name: 'lettermill', version }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  })

const toOtlpSpan = ({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, error }: Span) => ({
  traceId,
  spanId,
  ...(parentId !== undefined && { parentSpanId: parentId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: toNanoseconds(startMs),
  endTimeUnixNano: toNanoseconds(Math.max(startMs, endMs)),
  attributes: toAttributes(attributes),
  status: error === undefined ? {} : { code: FAILED, message: error },
})

/** A number cannot hold nanoseconds since 1970; microseconds it can. */
const toNanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

const toAttributes = (attributes: SpanAttributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  )

function toValue(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
