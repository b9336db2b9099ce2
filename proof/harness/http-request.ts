// One HTTP request of a proof. node:http and not fetch: the callers share the cores with what they put to the test.
import http from 'node:http'
import { text } from 'node:stream/consumers'

export type Reply = { status: number; body: string }

export type Request = {
  port: number
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  key?: string
  idempotencyKey?: string
  body?: string
  /** The content type of the body; JSON by default. */
  type?: string
}

// A node that was killed closes its connections at once; one that waits for its database answers within 5 s, and within a
// minute on a machine that others keep busy.
const ANSWER_LIMIT_MS = 60_000

/** Rejects when the connection is refused or lost, or no answer comes. */
export async function sendRequest(
  agent: http.Agent,
  { port, method, path, key, idempotencyKey, body, type = 'application/json' }: Request,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = http.request({
    agent,
    port,
    path,
    method,
    host: '127.0.0.1',
    timeout: ANSWER_LIMIT_MS,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
  })
  request.on('response', resolve).on('error', reject)
  request.on('timeout', () => request.destroy(new Error('no answer')))
  request.end(body)
  const answer = await promise
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}
