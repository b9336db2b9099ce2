// Mail servers of recipients, each with an address of its own on this machine and all on one port, as on the internet.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { receive } from '../../test/harness/smtp-receiver.ts'
import type { Arrival } from '../harness/smtp-sink.ts'

/** `silent` accepts connections and says nothing; `busy` answers every one with 421. */
export type Manner = 'fast' | 'silent' | 'busy'

export type Receiver = {
  readonly address: string
  readonly arrivals: readonly Arrival[]
  /** When connections were opened, in milliseconds. */
  readonly openedAt: readonly number[]
  /** The most connections at the same time. */
  readonly most: number
  /** Forgets what it has counted. */
  reset(): void
  close(): Promise<void>
}

type ReceiverOptions = { address: string; port: number; manner: Manner; answerMs?: number }

export async function startReceiver({
  address,
  port,
  manner,
  answerMs = 0,
}: ReceiverOptions): Promise<Receiver> {
  let arrivals: Arrival[] = []
  let openedAt: number[] = []
  let most = 0
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    openedAt.push(performance.now())
    most = Math.max(most, open.size)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    if (manner === 'busy') socket.end('421 4.7.0 too much email from you, come back later\r\n')
    if (manner === 'fast') takeEmails(socket, { answerMs, onArrival: (one) => arrivals.push(one) })
  })
  server.listen(port, address)
  await once(server, 'listening')
  return {
    address,
    get arrivals() {
      return arrivals
    },
    get openedAt() {
      return openedAt
    },
    get most() {
      return most
    },
    reset() {
      arrivals = []
      openedAt = []
      most = open.size
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

// A header is longer than this only with a signature of unusual length.
const HEADER_BYTES = 8_192

type EmailHandlers = { answerMs: number; onArrival: (arrival: Arrival) => void }

function takeEmails(socket: Socket, { answerMs, onArrival }: EmailHandlers): void {
  let helo = ''
  let to = ''
  let begunAt = 0
  receive(socket, '220 receiver.test ESMTP\r\n', {
    answer(line) {
      switch (line.slice(0, 4).toUpperCase()) {
        case 'EHLO':
          helo = line.slice(5).trim()
          return '250-receiver.test\r\n250 PIPELINING\r\n'
        case 'MAIL':
          begunAt = Date.now()
          return '250 ok\r\n'
        case 'RCPT':
          to = /<(.*)>/.exec(line)?.[1] ?? ''
          return '250 ok\r\n'
        case 'DATA':
          return '354 go on\r\n'
        case 'QUIT':
          socket.end('221 bye\r\n')
          return ''
        default:
          return '250 ok\r\n'
      }
    },
    takeEmail(wire) {
      const header = wire.toString('latin1', 0, HEADER_BYTES)
      const messageId = /^message-id:\s*<([^>]+)>/im.exec(header)?.[1] ?? ''
      const arrival = { messageId, to, helo, begunAt, at: Date.now(), leave: undefined, bytes: wire.length }
      void sleep(answerMs).then(() => {
        onArrival(arrival)
        socket.write('250 2.0.0 taken\r\n')
      })
      return ''
    },
  })
}
