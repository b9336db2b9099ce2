// A caller as the documentation asks for it: it sends again what was not answered, with the same Idempotency-Key, until
// it has a yes.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from './http-request.ts'
import type { Reply } from './http-request.ts'

export type Caller = {
  post(path: string, body: unknown, options?: { idempotencyKey?: string; key?: string }): Promise<Reply>
  /** How often something had to be said again. */
  readonly repeats: number
  /** Says it until it is answered with a success; gives up at any refusal that trying again does not mend. */
  postUntilAnswered(path: string, body: unknown, idempotencyKey: string): Promise<string>
  close(): void
}

const RETRY_PAUSE_MS = 50

type Open = { port: number; key: string; connections: number }

export function openCaller({ port, key: ownKey, connections }: Open): Caller {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  let repeats = 0
  const post: Caller['post'] = async (path, body, { idempotencyKey, key = ownKey } = {}) =>
    sendRequest(agent, {
      port,
      path,
      method: 'POST',
      key,
      body: JSON.stringify(body),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    })
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

/** Throws unless trying again may help: the first call may still be running (409), or the service is not well. */
export function refuseForGood(path: string, { status, body }: Reply): void {
  const isWorthRepeating = status >= 500 || (status === 409 && body.includes('IDEMPOTENCY_IN_PROGRESS'))
  if (!isWorthRepeating) throw new Error(`${path} answered ${status}: ${body}`)
}
