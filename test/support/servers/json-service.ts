// A service on loopback that answers with JSON, in the forms that its API documents. A test can answer any request itself, and break answers off.
//
//   const service = await useJsonService(({ path }) => json(200, { data: [] }))
//   service.faults.push(json(429, {}, { 'retry-after': '0' }), 'cut off')
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'

export type ServiceRequest = {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
export type ServiceAnswer = { status: number; body: string; headers?: Record<string, string> }

export type JsonService = {
  url: string
  requests: ServiceRequest[]
  /** Answers to the next requests, one each, instead of those of the service. `cut off`: half of its answer; `none`: its answer. */
  faults: (ServiceAnswer | 'cut off' | 'none')[]
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): ServiceAnswer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

/** For a whole test file. */
export async function useJsonService(
  answer: (request: ServiceRequest) => ServiceAnswer,
): Promise<JsonService> {
  const service: JsonService = { url: '', requests: [], faults: [] }
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '', 'http://service')
      const request: ServiceRequest = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      }
      service.requests.push(request)
      reply(response, service.faults.shift() ?? 'none', () => answer(request))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    service.requests.length = 0
    service.faults.length = 0
  })
  return service
}

function reply(
  response: ServerResponse,
  fault: JsonService['faults'][number],
  whole: () => ServiceAnswer,
): void {
  if (fault !== 'cut off') {
    const { status, headers = {}, body } = fault === 'none' ? whole() : fault
    response.writeHead(status, headers).end(body)
    return
  }
  const { status, headers, body } = whole()
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}
