// A server on loopback that answers as told, and notes every request.
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ScriptedAnswer =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Breaks the connection. */
  | 'lost'
  /** Never answers. */
  | 'silent'

type SeenRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** Gives the answers in their order, and the last one from then on. */
export async function startFailingServer(
  answers: ScriptedAnswer[],
): Promise<{ url: string; requests: SeenRequest[] }> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const told = answers[Math.min(requests.length, answers.length - 1)] ?? 'silent'
      const { method = '', url = '', headers } = request
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      if (told === 'lost') request.socket.destroy()
      if (typeof told === 'string') return
      const isText = typeof told.body === 'string'
      response.writeHead(told.status, { 'content-type': 'application/json', ...told.headers })
      response.end(isText ? (told.body as string) : JSON.stringify(told.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
