// A caller of the API over loopback. node:http and not fetch: the caller shares the cores with what it measures.
import { createReadStream, statSync } from 'node:fs'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export type Api = {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  upload<T>(path: string, file: { name: string; mediaType: string }): Promise<T>
  /** Bytes of a streamed answer, none of them kept. */
  download(path: string, onChunk: (chunk: Buffer) => void): Promise<void>
  close(): void
}

type Open = { address: string; key: string; connections: number }

export function openApi({ address, key, connections }: Open): Api {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const send = (path: string, options: http.RequestOptions) =>
    http.request(new URL(path, address), {
      ...options,
      agent,
      headers: { ...(options.headers as http.OutgoingHttpHeaders), authorization: `Bearer ${key}` },
    })
  return {
    get: async (path) => readJson(await answerOf(send(path, {}).end())),
    async post(path, body) {
      const json = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
      return readJson(await answerOf(send(path, { method: 'POST', headers }).end(json)))
    },
    async upload(path, { name, mediaType }) {
      const headers = { 'content-type': mediaType, 'content-length': statSync(name).size }
      const request = send(path, { method: 'POST', headers })
      const answer = answerOf(request)
      await pipeline(createReadStream(name), request)
      return readJson(await answer)
    },
    async download(path, onChunk) {
      const answer = await answerOf(send(path, {}).end())
      for await (const chunk of answer as AsyncIterable<Buffer>) onChunk(chunk)
    },
    close: () => agent.destroy(),
  }
}

async function answerOf(request: http.ClientRequest): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  request.on('response', resolve)
  request.on('error', reject)
  const answer = await promise
  const { statusCode = 0 } = answer
  // A refused request is fast; it must not pass for a measurement.
  if (statusCode >= 300) {
    throw new Error(`${request.method} ${request.path} answered ${statusCode}: ${await text(answer)}`)
  }
  return answer
}

async function readJson<T>(answer: http.IncomingMessage): Promise<T> {
  return JSON.parse(await text(answer)) as T
}
