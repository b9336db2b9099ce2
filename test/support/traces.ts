// Spans as a collector reads them.
export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number; message?: string }
}

type OtlpBody = { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] }

/** @param body of a request to /v1/traces */
export const spansIn = (body: string): CollectedSpan[] =>
  (JSON.parse(body) as OtlpBody).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans),
  )

/** The attributes by their names; whole numbers are texts in OTLP. */
export const attributesOf = ({ attributes }: CollectedSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
