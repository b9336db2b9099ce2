// An endpoint for webhooks that refuses, or cuts off, one request in four. It lives in the test, so what has arrived is
// known whatever happens to the node.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect } from 'vitest'

export type WebhookAttempt = { id: string; body: string; headers: Record<string, string> }

export type UnreliableReceiver = {
  url: string
  /** Every request that arrived, whatever it was answered. */
  attempts: WebhookAttempt[]
  /** Those that it took. */
  received: WebhookAttempt[]
  /** After so many it gives no answer any more. */
  silentAfter: number
}

/** For a whole test file. An event fails once at most, because the second pause is five minutes. */
export function useUnreliableReceiver(): UnreliableReceiver {
  const receiver: UnreliableReceiver = { url: '', attempts: [], received: [], silentAfter: Infinity }
  const failed = new Set<string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const id = headers['webhook-id'] ?? ''
      const attempt = { id, body: Buffer.concat(chunks).toString(), headers }
      receiver.attempts.push(attempt)
      if (receiver.received.length >= receiver.silentAfter) return undefined
      if (!failed.has(id) && Math.random() < 0.25) {
        failed.add(id)
        if (Math.random() < 0.5) return response.writeHead(500).end()
        return request.socket.destroy()
      }
      receiver.received.push(attempt)
      return response.writeHead(204).end()
    })
  })
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

/** Every request is signed, and all requests of an event have the same body. */
export function expectGoodRequests({ attempts }: UnreliableReceiver, secret: string): void {
  const webhook = new Webhook(secret)
  for (const { body, headers } of attempts) expect(webhook.verify(body, headers)).toEqual(JSON.parse(body))
  for (const same of Map.groupBy(attempts, ({ id }) => id).values()) {
    expect(new Set(same.map(({ body }) => body)).size).toBe(1)
  }
}
