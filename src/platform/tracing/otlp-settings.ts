// The settings of traces, by the names that OpenTelemetry gives them; part of config.ts.
import { z } from 'zod'

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const HEADER_VALUE = /^[\x20-\x7e]*$/
const FORM =
  'must be name=value pairs, separated by commas, with values in percent-encoding where they need it'

/** Like the baggage of W3C: `api-key=secret,other=a%20b`. */
const otlpHeaders = z.string().transform((text, context) => {
  const headers = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [readPair(part)]))
  const good = headers.filter((pair) => pair !== undefined)
  if (good.length === headers.length) return Object.fromEntries(good)
  context.addIssue({ code: 'custom', message: FORM })
  return z.NEVER
})

function readPair(part: string): [string, string] | undefined {
  const at = part.indexOf('=')
  const name = part.slice(0, Math.max(0, at)).trim()
  const value = decode(part.slice(at + 1).trim())
  return at > 0 && HEADER_NAME.test(name) && value !== undefined && HEADER_VALUE.test(value)
    ? [name, value]
    : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const otlpSettings = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Base address of an OpenTelemetry collector that takes OTLP over HTTP with JSON, such as http://localhost:4318; spans go to /v1/traces below it. Not set: no traces (docs/observability.md).',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders
    .optional()
    .describe(
      'Headers of the requests to the collector, such as api-key=secret: name=value, separated by commas.',
    ),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(200)
    .default('lettermill')
    .describe('Name of this service in traces.'),
})
