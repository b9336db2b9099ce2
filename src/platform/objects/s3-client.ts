// Stores, reads and deletes single objects in a bucket of S3 or of a store that speaks its language. Requests are signed in their
// headers: nothing here makes a URL that works without the credentials. docs/adr/0046 says why no client library does this.
import { hash } from 'node:crypto'
import http from 'node:http'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { signRequest } from '../aws/sigv4.ts'
import type { AwsCredentials } from '../aws/sigv4.ts'
import type { Clock } from '../clock.ts'
import { ObjectStoreError } from './object-store-error.ts'
import type { ObjectStoreUrl } from './object-store-url.ts'

export type S3Client = {
  /** @throws ObjectStoreError, as the others do */
  put(key: string, object: { bytes: Buffer; sha256: string }): Promise<void>
  get(key: string): Promise<Buffer>
  /** An object that does not exist counts as deleted. */
  delete(key: string): Promise<void>
  close(): void
}

export type S3Limits = {
  /** Without any progress of a request. */
  idleMs: number
  /** For a whole request. */
  totalMs: number
  /** Before the second and the third try. */
  pausesMs: readonly number[]
}

/** A store on the same network answers in milliseconds; emails and requests wait for it. */
export const S3_LIMITS: S3Limits = { idleMs: 10_000, totalMs: 60_000, pausesMs: [100, 400] }

// Fewer than the connections of the pool, so that a slow store does not hold all requests.
const MOST_CONNECTIONS = 16

// Servers close idle connections after 5 s and more.
const IDLE_CONNECTION_MS = 4_000

/** More than an email with its attachments may have; no object of ours is larger. */
const MOST_BYTES = 64 * 1_048_576

const MOST_ERROR_BYTES = 65_536

export type S3ClientOptions = {
  store: Omit<ObjectStoreUrl, 'credentials'> & { credentials: AwsCredentials }
  clock: Clock
  limits?: S3Limits | undefined
}

type Method = 'GET' | 'PUT' | 'DELETE'
type S3Request = { method: Method; key: string; body?: Buffer; bodyHash?: string }
type S3Answer = { status: number; body: Buffer }

/** Failures that another try may not have: those of the connection, and a store that is busy. */
class PassingError extends Error {}

export function createS3Client({ store, clock, limits = S3_LIMITS }: S3ClientOptions): S3Client {
  const { endpoint, region, credentials } = store
  const { Agent, request: open } = endpoint.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS, maxSockets: MOST_CONNECTIONS })

  const once = async ({ method, key, body = EMPTY, bodyHash }: S3Request): Promise<S3Answer> => {
    const url = objectUrl(store, key)
    const path = url.pathname
    const sha256 = bodyHash ?? hash('sha256', body, 'hex')
    const signed = signRequest(
      { method, path, body, bodyHash: sha256, headers: { host: url.host, 'x-amz-content-sha256': sha256 } },
      credentials,
      { region, service: 's3', now: clock.now() },
    )
    const headers = { ...signed, ...(method === 'PUT' && { 'content-length': String(body.length) }) }
    const signal = AbortSignal.timeout(limits.totalMs)
    const { promise, resolve, reject } = Promise.withResolvers<S3Answer>()
    const request = open(url, { method, headers, agent, signal })
    request
      .setTimeout(limits.idleMs, () =>
        request.destroy(new Error(`no answer within ${limits.idleMs / 1000} s`)),
      )
      .on('error', (error) => reject(connectionError(error, { host: url.host, totalMs: limits.totalMs })))
      .on('response', (response) => {
        const most = method === 'GET' && response.statusCode === 200 ? MOST_BYTES : MOST_ERROR_BYTES
        readBody(response, most).then(
          (received) => resolve({ status: response.statusCode ?? 0, body: received }),
          (error: Error) => {
            request.destroy()
            reject(connectionError(error, { host: url.host, totalMs: limits.totalMs }))
          },
        )
      })
      .end(body)
    return promise
  }

  const send = async (request: S3Request): Promise<Buffer> => {
    for (let tries = 0; ; tries += 1) {
      try {
        const { status, body } = await once(request)
        if (status >= 200 && status < 300) return body
        throw errorOfAnswer({ status, body }, request)
      } catch (error) {
        const pauseMs = limits.pausesMs[tries]
        if (!(error instanceof PassingError)) throw error
        if (pauseMs === undefined) throw new ObjectStoreError('unavailable', error.message)
        await sleep(pauseMs)
      }
    }
  }

  return {
    put: async (key, { bytes, sha256 }) =>
      void (await send({ method: 'PUT', key, body: bytes, bodyHash: sha256 })),
    get: (key) => send({ method: 'GET', key }),
    async delete(key) {
      try {
        await send({ method: 'DELETE', key })
      } catch (error) {
        if (!(error instanceof ObjectStoreError && error.failure === 'missing')) throw error
      }
    },
    close: () => agent.destroy(),
  }
}

const EMPTY = Buffer.alloc(0)

/** Keys and prefixes consist of characters that need no encoding. */
export function objectUrl(
  { endpoint, bucket, isVirtualHost, prefix }: Omit<ObjectStoreUrl, 'credentials'>,
  key: string,
): URL {
  const url = new URL(endpoint)
  if (isVirtualHost) url.hostname = `${bucket}.${endpoint.hostname}`
  url.pathname = `/${isVirtualHost ? '' : `${bucket}/`}${prefix}${key}`
  return url
}

/** @throws if the body is too long, or ends before the length that its header says */
async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > most) throw new Error(`the answer has more than ${most} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length)
}

type Place = { host: string; totalMs: number }

/** A timeout is not repeated: the caller has waited long enough. */
function connectionError(error: NodeJS.ErrnoException, { host, totalMs }: Place): Error {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return new ObjectStoreError('unavailable', `${host} did not finish a request within ${totalMs / 1000} s`)
  }
  const reason = REASONS[error.code ?? ''] ?? error.message
  if (reason.startsWith('no answer')) return new ObjectStoreError('unavailable', `${host} gave ${reason}`)
  return new PassingError(`the connection to ${host} failed (${reason})`)
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ENOTFOUND: 'the host name does not exist in DNS',
  EAI_AGAIN: 'DNS gave no answer',
  ECONNRESET: 'it was closed',
  EPIPE: 'it was closed',
}

/** 503 SlowDown, and failures inside the store. */
const PASSING = new Set([429, 500, 502, 503, 504])

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function errorOfAnswer({ status, body }: S3Answer, { method }: S3Request): Error {
  const code = /<Code>(\w{1,64})<\/Code>/.exec(body.toString('latin1'))?.[1]
  if (status === 404 && (code === 'NoSuchKey' || method === 'DELETE') && code !== 'NoSuchBucket') {
    return new ObjectStoreError('missing', 'it has no such object')
  }
  const words = `it answered ${status}${code === undefined ? '' : ` ${code}`}`
  return PASSING.has(status) ? new PassingError(words) : new ObjectStoreError('unavailable', words)
}
