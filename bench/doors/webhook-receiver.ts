// An endpoint that answers 204 at once, in this process.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WebhookReceiver = {
  url: string
  /** Requests so far. */
  readonly requests: number
  close(): void
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let requests = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      requests += 1
      response.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
