// Calls at a steady pace, whether the earlier ones are answered or not, as from many independent callers. A call's time runs from the moment it was due: time that it waited for a connection counts.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

type Load = {
  address: string
  key: string
  path: string
  /** One request each. */
  bodies: readonly string[]
  perSecond: number
  connections: number
}

/** The times of all calls. @throws when one is refused */
export async function postAtPace({
  address,
  key,
  path,
  bodies,
  perSecond,
  connections,
}: Load): Promise<number[]> {
  const { hostname, port, host } = new URL(address)
  const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: `
  // In turn: the service closes a connection that is unused for a minute, and its last bytes would count as an answer.
  const free: Socket[] = []
  for (let count = 0; count < connections; count += 1) {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    // Noticed by the next call on it, as the end of the connection.
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    free.push(socket)
  }
  const all = [...free]
  const waiting: (() => void)[] = []
  const call = async (body: string, dueAt: number): Promise<number> => {
    const socket = free.shift() ?? (await nextFree())
    if (socket.destroyed) throw new Error('the service hung up')
    const answered = answerOn(socket)
    socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
    const answer = await answered
    if (!answer.startsWith('HTTP/1.1 2')) throw new Error(answer)
    free.push(socket)
    waiting.shift()?.()
    return performance.now() - dueAt
  }
  const nextFree = async (): Promise<Socket> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    await promise
    return free.shift() ?? nextFree()
  }
  const began = performance.now()
  const calls: Promise<number>[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    const due = Math.min(bodies.length, Math.floor(((performance.now() - began) / 1000) * perSecond))
    while (calls.length < due) {
      const made = call(bodies[calls.length] ?? '', began + (calls.length / perSecond) * 1000)
      // A refusal ends the run at once.
      made.catch(reject)
      calls.push(made)
    }
    if (calls.length === bodies.length) resolve()
  }, 1)
  try {
    await promise
    return await Promise.all(calls)
  } finally {
    clearInterval(timer)
    for (const socket of all) socket.destroy()
  }
}

async function answerOn(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const read = (chunk: Buffer) => {
    answer += chunk.toString('latin1')
    const end = answer.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1] ?? 0)
    if (answer.length >= end + 4 + length) resolve(answer)
  }
  const hungUp = () => reject(new Error('the service hung up'))
  socket.on('data', read).on('close', hungUp)
  try {
    return await promise
  } finally {
    socket.off('data', read).off('close', hungUp)
  }
}
