// The receiver of a proof: it lives in the proof itself, so no fault touches its record. It fails at random, in the ways in
// which servers fail, and checks every signature with the package that others use.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { Random } from '../harness/random.ts'

/** The share of first attempts. Each event fails once at most: the pause after a second failure is five minutes. */
const SHARE_FAILED = 0.25
const FAILURES = ['an error', 'not answered', 'taken, but not answered'] as const

export type Receiver = {
  url: string
  /** Bodies by the id of the event; more than one if it came again. */
  taken: Map<string, Set<string>>
  readonly counts: {
    requests: number
    /** Requests that were made to fail. */
    failed: number
    /** Requests that were accepted although they had been accepted before. */
    repeated: number
    badSignatures: number
  }
  /** The secret of a path. */
  expect(path: string, secret: string): void
  close(): void
}

export async function startReceiver(random: Random): Promise<Receiver> {
  const webhooks = new Map<string, Webhook>()
  const taken = new Map<string, Set<string>>()
  const refused = new Set<string>()
  const counts = { requests: 0, failed: 0, repeated: 0, badSignatures: 0 }

  const note = (key: string, body: string) => taken.set(key, (taken.get(key) ?? new Set()).add(body))
  const isSigned = (path: string, body: string, headers: IncomingMessage['headers']): boolean => {
    try {
      webhooks.get(path)?.verify(body, headers as Record<string, string>)
      return webhooks.has(path)
    } catch {
      return false
    }
  }
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = (await buffer(request)).toString()
    const id = String(request.headers['webhook-id'])
    counts.requests += 1
    if (!isSigned(request.url ?? '', body, request.headers)) counts.badSignatures += 1
    const key = `${request.url} ${id}`
    const isFirst = !taken.has(key) && !refused.has(key)
    if (taken.has(key)) counts.repeated += 1
    const way = isFirst && random.next() < SHARE_FAILED ? random.pick(FAILURES) : undefined
    // A request that was taken and not answered comes again.
    if (way === undefined || way === 'taken, but not answered') note(key, body)
    if (way === undefined) return response.writeHead(204).end()
    refused.add(key)
    counts.failed += 1
    return way === 'an error' ? response.writeHead(500).end() : request.socket.destroy()
  }
  // A request of a node that was killed in the middle of it never ends.
  const server = createServer((request, response) => void take(request, response).catch(() => undefined))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    counts,
    expect: (path, secret) => void webhooks.set(path, new Webhook(secret)),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
