// Reads the API of another service: only GET, and a POST that starts an export. Answers may come late, be refused for a while, or break off;
// then the request is repeated. Messages of failures never have the token in them.
import { delay } from '../../../../../sdk/typescript/src/core/retries.ts'
import { CommandFailure, EXIT } from '../../../failure.ts'
import type { ExitStatus } from '../../../failure.ts'

export type SourceClient = {
  /** The answer as JSON. @throws CommandFailure */
  get<T>(path: string, query?: SourceQuery): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
}

export type SourceQuery = Readonly<Record<string, string | number | undefined>>

type SourceClientOptions = {
  /** The name of the service, for messages. */
  name: string
  url: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Shorter in tests. */
  firstDelayMs?: number | undefined
}

// The delays add up to half a minute: longer than a restart, and short enough for somebody who waits.
const TRIES = 6
const FIRST_DELAY_MS = 1_000
// Some services ask for a minute of patience when their limit is reached.
const LONGEST_DELAY_MS = 120_000
// Pages of a thousand contacts with their lists take seconds on a busy server.
const TIMEOUT_MS = 120_000
// A page of a thousand contacts, each with the 64 kB of data that a contact may have.
const MOST_BYTES = 67_108_864

type Attempt =
  | { ok: true; body: unknown }
  | { ok: false; failure: CommandFailure; retryAfterMs?: number; isFinal: boolean }

export function createSourceClient(options: SourceClientOptions): SourceClient {
  const { signal, firstDelayMs = FIRST_DELAY_MS } = options
  const request = async <T>(path: string, init: RequestInit): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const attempt = await tryOnce(options, path, init)
      if (attempt.ok) return attempt.body as T
      if (attempt.isFinal || tries === TRIES) throw attempt.failure
      const wait = attempt.retryAfterMs ?? firstDelayMs * 2 ** (tries - 1)
      if (wait > LONGEST_DELAY_MS) throw attempt.failure
      await delay(wait, signal)
    }
  }
  return {
    get: (path, query = {}) => request(`${path}${searchOf(query)}`, { method: 'GET' }),
    post: (path, body = {}) => request(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}

function searchOf(query: SourceQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search.toString()}` : ''
}

async function tryOnce(
  { name, url, headers, signal }: SourceClientOptions,
  path: string,
  init: RequestInit,
): Promise<Attempt> {
  const failed = (message: string, exitStatus: ExitStatus) =>
    new CommandFailure(`${name} at ${url}${path.split('?')[0]}: ${message}`, { exitStatus })
  try {
    const response = await fetch(`${url}${path}`, {
      ...init,
      // A redirect could lead the token elsewhere.
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = await readText(response)
    if (text === undefined) {
      return { ok: false, failure: failed('the answer is longer than 64 MB', EXIT.failure), isFinal: true }
    }
    if (response.ok) return { ok: true, body: JSON.parse(text) as unknown }
    return refusal(response, (message, exitStatus) => failed(message, exitStatus))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyntaxError) {
      return {
        ok: false,
        failure: failed('the answer is not JSON, or is not complete', EXIT.failure),
        isFinal: false,
      }
    }
    const { message, cause } = error as Error & { cause?: { message?: string; code?: string } }
    const reason = cause?.message || cause?.code || message
    return {
      ok: false,
      failure: failed(`it cannot be reached, or the connection broke: ${reason}`, EXIT.unreachable),
      isFinal: false,
    }
  }
}

/** Undefined if there is too much of it. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  if (!response.body) return ''
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refusal(
  response: Response,
  failed: (message: string, exitStatus: ExitStatus) => CommandFailure,
): Attempt {
  const { status } = response
  if (status === 401 || status === 403) {
    return { ok: false, failure: failed(`the token is refused (${status})`, EXIT.access), isFinal: true }
  }
  const isFinal = status !== 429 && status < 500
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  const failure = failed(
    `it answers with the status ${status}`,
    status === 404 ? EXIT.notFound : EXIT.failure,
  )
  return { ok: false, failure, isFinal, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** In seconds; services that send a date get the delay of their own kind. */
const readRetryAfter = (text: string | null): number | undefined =>
  text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : undefined
