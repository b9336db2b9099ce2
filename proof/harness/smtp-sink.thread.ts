// The receiving end of a proof, in a thread of its own: it shares no event loop with the callers, and no fault touches
// it. It reports the emails whose final dot it has answered: from then on an email has arrived. It takes all of them,
// except that an address that begins with `gone` does not exist, and one that begins with `busy` is full the first time.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { receive } from '../../test/harness/smtp-receiver.ts'

/**
 * `helo`: the worker that delivered it. `begunAt`: when it was first spoken of, `at`: when it was taken, in epoch milliseconds.
 * `leave`: the path of its link to unsubscribe, if it has one. `bytes`: its size.
 */
export type Arrival = {
  messageId: string
  to: string
  helo: string
  begunAt: number
  at: number
  leave: string | undefined
  bytes: number
}
export type SinkReport = { port?: number; arrivals?: Arrival[]; held?: number }
/** How long a final dot waits for its answer; null: until it is set again. */
export type SinkOrder = { answerAfterMs: number | null }

// One report per interval: a message per email would cost the parent more than the email.
const REPORT_EVERY_MS = 10

const GREETING = '220 sink.test ESMTP\r\n'
const OFFER = '250-sink.test\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-CHUNKING\r\n250 SIZE 52428800\r\n'

const NO_RECIPIENT = '503 5.5.1 no recipient\r\n'

// A header is longer than this only with a signature of unusual length.
const HEADER_BYTES = 8_192

if (!parentPort) throw new Error('this file is the thread of smtp-sink.ts')
const parent = parentPort

let answerAfterMs: number | null = 0
let arrivals: Arrival[] = []
const waiting = new Set<() => void>()
let reportedHeld = 0

parent.on('message', (order: SinkOrder) => {
  answerAfterMs = order.answerAfterMs
  if (answerAfterMs === 0) for (const answer of waiting) answer()
})

setInterval(() => {
  if (arrivals.length === 0 && waiting.size === reportedHeld) return
  reportedHeld = waiting.size
  parent.postMessage({ arrivals, held: reportedHeld } satisfies SinkReport)
  arrivals = []
}, REPORT_EVERY_MS)

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => {
  parent.postMessage({ port: (server.address() as AddressInfo).port } satisfies SinkReport)
})

function serve(socket: Socket): void {
  let helo = ''
  let to = ''
  let begunAt = 0
  const answer = (line: string): string => {
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        helo = line.slice(5).trim()
        return OFFER
      case 'MAIL':
        begunAt = Date.now()
        return '250 ok\r\n'
      case 'RCPT': {
        const address = /<(.*)>/.exec(line)?.[1] ?? ''
        const refusal = refusalOf(address)
        to = refusal === undefined ? address : ''
        return refusal ?? '250 ok\r\n'
      }
      case 'DATA':
        return to === '' ? NO_RECIPIENT : '354 go on\r\n'
      case 'BDAT':
        return to === '' ? NO_RECIPIENT : '250 ok\r\n'
      case 'QUIT':
        return '221 bye\r\n'
      default:
        return '250 ok\r\n'
    }
  }
  receive(socket, GREETING, {
    answer,
    takeEmail(wire) {
      if (to === '') return NO_RECIPIENT
      takeEmail(socket, { wire, to, helo, begunAt })
      return ''
    },
  })
}

const triedBefore = new Set<string>()

function refusalOf(address: string): string | undefined {
  if (address.startsWith('gone')) return '550 5.1.1 no such mailbox\r\n'
  if (!address.startsWith('busy') || triedBefore.has(address)) return undefined
  triedBefore.add(address)
  return '452 4.2.2 mailbox full\r\n'
}

type TakenEmail = Pick<Arrival, 'to' | 'helo' | 'begunAt'> & { wire: Buffer }

function takeEmail(socket: Socket, { wire, to, helo, begunAt }: TakenEmail): void {
  const header = wire.toString('latin1', 0, HEADER_BYTES)
  const messageId = /^message-id:\s*<([^>]+)>/im.exec(header)?.[1] ?? ''
  const leave = /^list-unsubscribe:[^<]*<[^>]*?(\/unsubscribe\/[^>]+)>/im.exec(header)?.[1]
  const answer = () => {
    waiting.delete(answer)
    arrivals.push({ messageId, to, helo, begunAt, at: Date.now(), leave, bytes: wire.length })
    socket.write('250 2.0.0 taken\r\n')
  }
  if (answerAfterMs === 0) return answer()
  waiting.add(answer)
  // A receiver that has a whole email accepts it, also when the connection is gone.
  if (answerAfterMs !== null) setTimeout(() => waiting.has(answer) && answer(), answerAfterMs)
  // Except that one that has not decided yet may drop it.
  else socket.once('close', () => waiting.delete(answer))
}
