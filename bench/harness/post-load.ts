// Many callers that each post one body after the other over a connection of their own. Written on sockets: the callers
// share the cores with what they measure, and node:http costs more per request than the service does.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tidyUp } from './timing.ts'

type Load = {
  address: string
  key: string
  path: string
  callers: number
  /** One request each. */
  bodies: readonly string[]
  /** The own headers of each request. */
  headers?: readonly Record<string, string>[]
}

export type LoadResult = { perSecond: number; latenciesMs: number[] }

export async function postAll({
  address,
  key,
  path,
  callers,
  bodies,
  headers = [],
}: Load): Promise<LoadResult> {
  const { hostname, port, host } = new URL(address)
  const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: `
  const requests = bodies.map((body, index) => {
    const own = Object.entries(headers[index] ?? {}).map(([name, value]) => `\r\n${name}: ${value}`)
    return Buffer.from(`${head}${Buffer.byteLength(body)}${own.join('')}\r\n\r\n${body}`)
  })
  const sockets = await Promise.all(
    Array.from({ length: callers }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay(true)
      await once(socket, 'connect')
      return socket
    }),
  )
  const latenciesMs: number[] = []
  let next = 0
  tidyUp()
  const began = performance.now()
  await Promise.all(sockets.map((socket) => callOn(socket, { take: () => requests[next++], latenciesMs })))
  const perSecond = (requests.length / (performance.now() - began)) * 1000
  for (const socket of sockets) socket.destroy()
  return { perSecond, latenciesMs }
}

type Caller = { take: () => Buffer | undefined; latenciesMs: number[] }

async function callOn(socket: Socket, { take, latenciesMs }: Caller): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let sentAt = 0
  let answer = ''
  const send = () => {
    const request = take()
    if (!request) return resolve()
    answer = ''
    sentAt = performance.now()
    socket.write(request)
  }
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('the service hung up')))
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
    if (!isWhole(answer)) return
    // A refused request is fast; it must not pass for a measurement.
    if (!answer.startsWith('HTTP/1.1 2')) return reject(new Error(answer))
    latenciesMs.push(performance.now() - sentAt)
    send()
  })
  send()
  return promise
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1]
  return answer.length >= end + 4 + Number(length ?? 0)
}
