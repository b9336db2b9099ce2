// A caller that follows the documentation: it repeats an unanswered request with the same Idempotency-Key until it succeeds.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from './http-request.ts'
import type { Reply } from './http-request.ts'

export type Caller = {
  post(path: string, body: unknown, options?: { idempotencyKey?: string; key?: string }): Promise<Reply>
  /** The number of repeated requests. */
  readonly repeats: number
  /** Repeats the request until it succeeds; throws at a refusal that a retry does not fix. */
  postUntilAnswered(path: string, body: unknown, idempotencyKey: string): Promise<string>
  close(): void
}

const RETRY_PAUSE_MS = 50

type Open = {
  /** As a function: asked before each request, as a load balancer chooses. */
  port: number | (() => number)
  key: string
  connections: number
  /** Gets the status of every answer, undefined for a lost connection, and how long it took. */
  onAnswer?: (status: number | undefined, tookMs: number) => void
}

export function openCaller({ port, key: ownKey, connections, onAnswer }: Open): Caller {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  let repeats = 0
  const post: Caller['post'] = async (path, body, { idempotencyKey, key = ownKey } = {}) => {
    const began = performance.now()
    let status: number | undefined
    try {
      const reply = await sendRequest(agent, {
        port: typeof port === 'number' ? port : port(),
        path,
        method: 'POST',
        key,
        body: JSON.stringify(body),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
      status = reply.status
      return reply
    } finally {
      onAnswer?.(status, performance.now() - began)
    }
  }
  const postUntilAnswered: Caller['postUntilAnswered'] = async (path, body, idempotencyKey) => {
    for (;;) {
      const reply = await post(path, body, { idempotencyKey }).catch(() => undefined)
      if (reply && reply.status < 300) return reply.body
      if (reply) refuseForGood(path, reply)
      repeats += 1
      await sleep(RETRY_PAUSE_MS)
    }
  }
  return {
    post,
    get repeats() {
      return repeats
    },
    postUntilAnswered,
    close: () => agent.destroy(),
  }
}

/** Throws unless a retry may help: the first call may still be running (409), or the service is unavailable. */
export function refuseForGood(path: string, { status, body }: Reply): void {
  const isWorthRepeating = status >= 500 || (status === 409 && body.includes('IDEMPOTENCY_IN_PROGRESS'))
  if (!isWorthRepeating) throw new Error(`${path} answered ${status}: ${body}`)
}
