// Sends spans to a collector by OTLP over HTTP with JSON, in batches and one request at a time. Nothing waits for it: spans are
// dropped while too many wait, because the collector is slow or away, and when the node stops.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { toOtlpJson } from './otlp-json.ts'
import type { TraceSource } from './otlp-json.ts'
import { countSpans } from './span-counter.ts'
import type { Span, Tracer } from './span.ts'

export type OtlpLimits = {
  /** The most spans in memory; one takes about a kilobyte. */
  mostWaiting: number
  batch: number
  /** Spans wait this long for others. */
  everyMs: number
  /** The longest wait for an answer of the collector. */
  timeoutMs: number
  /** After a failure; the pause doubles up to the longest. */
  firstPauseMs: number
  longestPauseMs: number
  /** For what still waits when the node stops. */
  closeMs: number
}

const LIMITS: OtlpLimits = {
  mostWaiting: 4_096,
  batch: 512,
  everyMs: 1_000,
  timeoutMs: 10_000,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
  // Below the two seconds that a node has to close its connections.
  closeMs: 1_500,
}

/** Those that OTLP lets clients repeat. */
const WORTH_RETRYING = new Set([429, 502, 503, 504])

export type OtlpParts = {
  /** The address that takes traces, with its path. */
  url: string
  headers: Readonly<Record<string, string>>
  source: TraceSource
  log: Log
  metrics: Metrics
  limits?: Partial<OtlpLimits>
}

export const createOtlpTracer = (parts: OtlpParts): Tracer => new OtlpTracer(parts)

class OtlpTracer implements Tracer {
  readonly isOn = true
  readonly #parts: OtlpParts
  readonly #limits: OtlpLimits
  readonly #count: ReturnType<typeof countSpans>
  readonly #closing = new AbortController()
  /** Including those of the request that is under way. */
  #waiting: Span[] = []
  #sending: Promise<void> | undefined
  #isFailing = false

  constructor(parts: OtlpParts) {
    this.#parts = parts
    this.#limits = { ...LIMITS, ...parts.limits }
    this.#count = countSpans(parts.metrics)
  }

  record(span: Span): void {
    if (this.#closing.signal.aborted || this.#waiting.length >= this.#limits.mostWaiting) {
      return this.#count('dropped', 1)
    }
    this.#waiting.push(span)
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#sending
    const limit = AbortSignal.timeout(this.#limits.closeMs)
    while (this.#waiting.length > 0 && (await this.#sendBatch(limit)));
    if (this.#waiting.length > 0) this.#count('dropped', this.#waiting.length)
    this.#waiting = []
  }

  async #sendAll(): Promise<void> {
    const { everyMs, firstPauseMs, longestPauseMs } = this.#limits
    const { signal } = this.#closing
    let pauseMs = everyMs
    let failures = 0
    while (this.#waiting.length > 0) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      const isDone = await this.#sendBatch(signal)
      failures = isDone ? 0 : failures + 1
      const isFull = this.#waiting.length >= this.#limits.batch
      pauseMs = isDone ? (isFull ? 0 : everyMs) : Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
    }
  }

  /** False if the batch has to be sent again. */
  async #sendBatch(signal: AbortSignal): Promise<boolean> {
    const batch = this.#waiting.slice(0, this.#limits.batch)
    const status = await this.#post(batch, signal)
    // The node stops; the collector may work.
    if (status === undefined && this.#closing.signal === signal && signal.aborted) return false
    const isRetried = status === undefined || WORTH_RETRYING.has(status)
    const isTaken = status !== undefined && status >= 200 && status < 300
    this.#report(isTaken, status)
    if (isRetried) return false
    this.#waiting.splice(0, batch.length)
    this.#count(isTaken ? 'exported' : 'refused', batch.length)
    return true
  }

  /** The status of the answer; undefined without one. */
  async #post(batch: readonly Span[], signal: AbortSignal): Promise<number | undefined> {
    const { url, headers, source } = this.#parts
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: toOtlpJson(batch, source),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#limits.timeoutMs)]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return undefined
    }
  }

  #report(isTaken: boolean, status: number | undefined): void {
    const { log } = this.#parts
    if (isTaken && this.#isFailing) log.info('the collector takes spans again')
    if (!isTaken && !this.#isFailing) {
      log.warn(
        { status },
        'the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take spans; email is sent without',
      )
    }
    this.#isFailing = !isTaken
  }
}
