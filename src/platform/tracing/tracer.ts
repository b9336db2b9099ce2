import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createOtlpTracer } from './otlp-exporter.ts'
import type { OtlpLimits } from './otlp-exporter.ts'
import { countSpans } from './span-counter.ts'
import { NO_TRACER } from './span.ts'
import type { Tracer } from './span.ts'

type TracerParts = { config: Config; log: Log; metrics: Metrics; limits?: Partial<OtlpLimits> }

export const isTracing = ({ OTEL_EXPORTER_OTLP_ENDPOINT }: Config): boolean =>
  OTEL_EXPORTER_OTLP_ENDPOINT !== undefined

/** Records nothing without OTEL_EXPORTER_OTLP_ENDPOINT. */
export function createTracer({ config, log, metrics, limits = {} }: TracerParts): Tracer {
  countSpans(metrics)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, version } = config
  if (endpoint === undefined) return NO_TRACER
  return createOtlpTracer({
    url: `${endpoint}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    source: {
      version,
      attributes: {
        'service.name': config.OTEL_SERVICE_NAME,
        'service.version': version,
        'service.instance.id': crypto.randomUUID(),
        'host.name': hostname(),
        'process.pid': process.pid,
      },
    },
    log,
    metrics,
    limits,
  })
}
