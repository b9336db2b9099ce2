// A relay that limits its clients: how many connections it allows, how many emails it takes per minute, or that it takes
// nothing at all. It keeps the time of each email that it took.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { receive } from '../../test/harness/smtp-receiver.ts'

export type LimitedRelay = {
  readonly url: string
  mostConnections: number
  /** Per 60 seconds, counted from the first; undefined for no limit. */
  perMinute: number | undefined
  isRefusing: boolean
  /** How long it takes to answer the end of an email. */
  answerMs: number
  /** When each email was taken, in milliseconds. */
  readonly taken: number[]
  close(): Promise<void>
}

const WINDOW_MS = 60_000

export async function startLimitedRelay(): Promise<LimitedRelay> {
  const open = new Set<Socket>()
  const server = createServer((socket) => serve(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let windowEndsAt = 0
  let left = 0

  const mayTake = (): boolean => {
    if (relay.perMinute === undefined) return true
    if (performance.now() >= windowEndsAt) {
      windowEndsAt = performance.now() + WINDOW_MS
      left = relay.perMinute
    }
    left -= 1
    return left >= 0
  }
  const serve = (socket: Socket): void => {
    socket.on('error', () => undefined)
    if (relay.isRefusing) return void socket.end('421 4.3.2 Service not available\r\n')
    if (open.size >= relay.mostConnections) return void socket.end('421 4.7.0 too many connections\r\n')
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    let hasSender = false
    receive(socket, '220 relay.test ESMTP\r\n', {
      answer(line) {
        const verb = line.slice(0, 4).toUpperCase()
        if (verb === 'MAIL') hasSender = mayTake()
        return `${answerTo(verb, hasSender)}\r\n`
      },
      takeEmail() {
        setTimeout(() => {
          relay.taken.push(performance.now())
          socket.write('250 2.0.0 queued\r\n')
        }, relay.answerMs)
        return ''
      },
    })
  }
  const relay: LimitedRelay = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mostConnections: Infinity,
    perMinute: undefined,
    isRefusing: false,
    answerMs: 0,
    taken: [],
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return relay
}

function answerTo(verb: string, hasSender: boolean): string {
  switch (verb) {
    case 'EHLO':
      return '250-relay.test\r\n250 PIPELINING'
    case 'MAIL':
      return hasSender ? '250 2.1.5 ok' : '450 4.7.1 Error: too much mail from 127.0.0.1'
    case 'RCPT':
    case 'RSET':
      return '250 2.1.5 ok'
    case 'DATA':
      return hasSender ? '354 go on' : '503 5.5.1 no sender'
    case 'QUIT':
      return '221 2.0.0 bye'
    default:
      return '500 5.5.1 what?'
  }
}
