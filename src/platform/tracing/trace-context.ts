// W3C Trace Context (https://www.w3.org/TR/trace-context): the value of the header `traceparent`, which says to which trace a
// request belongs.
import { randomBytes } from 'node:crypto'

export type TraceContext = {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits: the span that the next one is below. */
  spanId: string
  /** Whether the caller records its own spans; ours are recorded then, too. */
  isSampled: boolean
}

/** Version, trace, span, flags; versions after 00 may append more. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const LONGEST = 512

const SAMPLED = 1
const ONLY_ZEROS = /^0+$/

/** Undefined for a value that is none: the standard wants it to be ignored. */
export function parseTraceparent(text: unknown): TraceContext | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(text) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (ONLY_ZEROS.test(traceId) || ONLY_ZEROS.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

/** 55 characters. */
export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-0${isSampled ? SAMPLED : 0}`

export const newTraceId = (): string => randomId(16)
export const newSpanId = (): string => randomId(8)

function randomId(bytes: number): string {
  for (;;) {
    const id = randomBytes(bytes).toString('hex')
    if (!ONLY_ZEROS.test(id)) return id
  }
}
