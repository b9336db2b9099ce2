// A relay that limits its clients: how many connections it allows, how many emails it takes per minute, or that it takes
// nothing at all. It keeps the time of each email that it took.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

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
  const answer = (line: string): string => {
    if (/^EHLO/i.test(line)) return '250-relay.test\r\n250 PIPELINING'
    if (/^MAIL/i.test(line) && !mayTake()) return '450 4.7.1 Error: too much mail from 127.0.0.1'
    if (/^MAIL|^RCPT|^RSET/i.test(line)) return '250 2.1.5 ok'
    return /^QUIT/i.test(line) ? '221 2.0.0 bye' : '500 5.5.1 what?'
  }
  const serve = (socket: Socket): void => {
    socket.setNoDelay(true).on('error', () => undefined)
    if (relay.isRefusing) return void socket.end('421 4.3.2 Service not available\r\n')
    if (open.size >= relay.mostConnections) return void socket.end('421 4.7.0 too many connections\r\n')
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    converse(socket, {
      answer,
      takeEmail: () => relay.taken.push(performance.now()),
      answerMs: () => relay.answerMs,
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

type Conversation = {
  answer: (line: string) => string
  takeEmail: () => void
  answerMs: () => number
}

function converse(socket: Socket, { answer, takeEmail, answerMs }: Conversation): void {
  let buffered = ''
  let isInData = false
  let hasSender = false
  const say = (text: string) => void socket.write(`${text}\r\n`)
  const endEmail = () => {
    takeEmail()
    say('250 2.0.0 queued')
  }
  const takeLine = (line: string): void => {
    if (isInData) {
      if (line !== '.') return
      isInData = false
      setTimeout(endEmail, answerMs())
    } else if (/^DATA/i.test(line)) {
      isInData = hasSender
      say(hasSender ? '354 go on' : '503 5.5.1 no sender')
    } else {
      const words = answer(line)
      if (/^MAIL/i.test(line)) hasSender = words.startsWith('250')
      say(words)
      if (words.startsWith('221')) socket.end()
    }
  }
  socket.on('data', (chunk: Buffer) => {
    buffered += chunk.toString('latin1')
    const lines = buffered.split('\r\n')
    buffered = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
  })
  say('220 relay.test ESMTP')
}
