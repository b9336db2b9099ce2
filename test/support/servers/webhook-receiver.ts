// An endpoint on this machine that writes down what it gets, and answers what the test wants:
//
//   const receiver = await useReceiver()
//   receiver.answer = () => ({ status: 500 })
//   expect(receiver.requests).toHaveLength(1)
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'

export type WebhookRequest = { path: string; headers: IncomingHttpHeaders; body: string }
type Answer = { status: number; headers?: Record<string, string>; body?: string }

export type Receiver = {
  url: string
  requests: WebhookRequest[]
  /** Most requests that were under way at the same time. */
  mostAtOnce: number
  answer: (request: WebhookRequest) => Answer | Promise<Answer>
  /** A URL of its own: endpoints of earlier tests may still have something to send. */
  newUrl(): string
  /** The requests to this URL. */
  at(url: string): WebhookRequest[]
}

const fine = (): Answer => ({ status: 200, body: 'ok' })

/** For a whole test file; every test begins with an empty list. With a certificate it is reached over https. */
export async function useReceiver(tls?: { cert: string; key: string }): Promise<Receiver> {
  let [serial, atOnce] = [0, 0]
  const receiver: Receiver = {
    url: '',
    requests: [],
    mostAtOnce: 0,
    answer: fine,
    newUrl: () => `${receiver.url}/${(serial += 1)}`,
    at: (url) => receiver.requests.filter(({ path }) => `${receiver.url}${path}` === url),
  }
  const listener: RequestListener = (incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      }
      receiver.requests.push(request)
      atOnce += 1
      receiver.mostAtOnce = Math.max(receiver.mostAtOnce, atOnce)
      void Promise.resolve(receiver.answer(request)).then(({ status, headers = {}, body = '' }) => {
        atOnce -= 1
        response.writeHead(status, headers).end(body)
      })
    })
  }
  const server = tls ? createSecureServer(tls, listener) : createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  receiver.url = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    receiver.requests.length = 0
    receiver.mostAtOnce = 0
    receiver.answer = fine
  })
  return receiver
}
