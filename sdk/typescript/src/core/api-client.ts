// Makes the requests of the SDK and of the command line, with retries. It uses only what every runtime has: fetch, timers and
// Web Crypto. It knows no operation; the resources beside it do.
import { CONNECTION_FAILED, LettermillError, REQUEST_TIMEOUT } from './lettermill-error.ts'
import { readAnswer } from './read-answer.ts'
import { addressOf, writeBody } from './request.ts'
import type { RequestDescription, RequestOptions } from './request.ts'
import type { Result } from './result.ts'
import { delay, delayBeforeRetry, isRetried } from './retries.ts'
import { webCrypto } from './web-crypto.ts'

export type ClientSettings = {
  /** The address of the server, such as https://mail.example.com. */
  baseUrl: string
  /** A secret key (`sk_…`), or a public one (`pk_…`) for tracking events. */
  apiKey?: string | undefined
  /** Further tries after 429, 503 and lost connections. Default: 3. */
  retries?: number | undefined
  /** For each try. Default: 60,000. */
  timeoutMs?: number | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch | undefined
}

const RETRIES = 3

/** Longer than the server lets any ordinary operation take. */
const TIMEOUT_MS = 60_000

export class ApiClient {
  readonly baseUrl: string
  readonly #settings: ClientSettings

  constructor(settings: ClientSettings) {
    this.baseUrl = checkedBaseUrl(settings.baseUrl)
    this.#settings = settings
  }

  /**
   * Makes one call. Failures, also of the connection, are in the result; the promise is rejected only when the caller aborts it.
   * All tries carry the same Idempotency-Key, so that they take effect once.
   */
  async request<T>(description: RequestDescription, options: RequestOptions = {}): Promise<Result<T>> {
    const headers = await this.#headersOf(description, options)
    const retries = this.#settings.retries ?? RETRIES
    for (let tries = 1; ; tries += 1) {
      const result = await this.#try<T>(description, { ...options, headers })
      if (result.error === null || tries > retries || !isWorthRetrying(result.error)) return result
      const wait = delayBeforeRetry(tries, result.headers['retry-after'])
      if (wait === undefined) return result
      await delay(wait, options.signal)
    }
  }

  async #headersOf({ method, ...rest }: RequestDescription, options: RequestOptions) {
    const { contentType } = writeBody({ method, ...rest })
    const { apiKey } = this.#settings
    const headers: Record<string, string> = {
      accept: 'application/json, */*;q=0.5',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(contentType && { 'content-type': contentType }),
      ...lowerCased(this.#settings.headers),
      ...lowerCased(options.headers),
    }
    if (method !== 'GET') {
      headers['idempotency-key'] = options.idempotencyKey ?? headers['idempotency-key'] ?? (await randomKey())
    }
    return headers
  }

  async #try<T>(description: RequestDescription, options: RequestOptions): Promise<Result<T>> {
    const { signal } = options
    signal?.throwIfAborted()
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs ?? TIMEOUT_MS
    const controller = new AbortController()
    const onAbort = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      controller.abort()
    }, timeoutMs)
    try {
      const response = await this.#fetch(description, { ...options, signal: controller.signal })
      return await readAnswer<T>(response, description.answer ?? 'json')
    } catch (cause) {
      signal?.throwIfAborted()
      const error = isLate ? lateAnswer(this.baseUrl, timeoutMs) : lostConnection(this.baseUrl, cause)
      return { data: null, error, headers: {} }
    } finally {
      clearTimeout(timer)
      // The signal goes on ending a body that the caller reads as a stream.
      if (description.answer !== 'stream') signal?.removeEventListener('abort', onAbort)
    }
  }

  #fetch(description: RequestDescription, { headers, signal }: RequestOptions): Promise<Response> {
    const { body } = writeBody(description)
    const fetch = this.#settings.fetch ?? globalThis.fetch
    return fetch(addressOf(this.baseUrl, description), {
      method: description.method,
      // A redirect would turn a POST into a GET, or drop the key.
      redirect: 'manual',
      ...(headers && { headers }),
      ...(signal && { signal }),
      ...(body !== undefined && { body }),
    })
  }
}

function checkedBaseUrl(text: string): string {
  if (!/^https?:\/\/[^/]/.test(text)) {
    throw new TypeError(
      `baseUrl has to begin with https:// or http://, as https://mail.example.com does; not "${text}".`,
    )
  }
  return text.replace(/\/+$/, '')
}

const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const randomKey = async () => (await webCrypto()).randomUUID()

const isWorthRetrying = ({ statusCode, code }: LettermillError) =>
  statusCode === null || isRetried(statusCode, code)

const lateAnswer = (baseUrl: string, timeoutMs: number) =>
  new LettermillError({
    code: REQUEST_TIMEOUT,
    message: `${baseUrl} has not answered within ${timeoutMs} ms.`,
    statusCode: null,
  })

const lostConnection = (baseUrl: string, cause: unknown) =>
  new LettermillError({
    code: CONNECTION_FAILED,
    message: `${baseUrl} cannot be reached, or the connection broke: ${reasonOf(cause)}`,
    statusCode: null,
    suggestion: 'Check that the server runs, and that baseUrl is its address.',
    cause,
  })

/** Node says "fetch failed" and gives the reason as the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = Object(error) as {
    message?: string
    cause?: { message?: string; code?: string }
  }
  return cause?.message || cause?.code || message || String(error)
}
