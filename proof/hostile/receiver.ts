// The server that gets the webhooks of `npm run proof:hostile`: it records arrivals for the bystander, and is as slow as
// a load wants for all others.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

// Just below what counts as trouble (webhooks/worker/turn.service.ts): such an endpoint is never paused.
const SLOW_MS = 4_500

export type Receiver = {
  /** Arrivals there are noted. */
  bystanderUrl: string
  quickUrl: string
  /** Answers well, and after seconds. Every endpoint needs a URL of its own. */
  slowUrl(n: number): string
  /** Times of arrival, by the name of the event and its value. */
  arrivals: Map<string, number>
  close(): void
}

type Body = { type: string; data: { email: string | null; data: { n?: number } } }

/** `ping 7`, or `segment.entered ada@example.com`. */
const keyOf = ({ type, data }: Body): string => `${type} ${data.data.n ?? data.email}`

export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await buffer(request)).toString()
    if (request.url === '/bystander') arrivals.set(keyOf(JSON.parse(body) as Body), performance.now())
    if (request.url?.startsWith('/slow')) await sleep(SLOW_MS)
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => undefined))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    bystanderUrl: `${url}/bystander`,
    quickUrl: `${url}/quick`,
    slowUrl: (n) => `${url}/slow/${n}`,
    arrivals,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
