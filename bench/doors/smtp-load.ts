// Many callers that each submit one email after the other over a connection of their own, one command at a time, as most
// mailers do. Written on sockets for the reason of post-load.ts.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { LoadResult } from '../harness/post-load.ts'
import { tidyUp } from '../harness/timing.ts'

export type SmtpEmail = { from: string; to: string; email: string }

type Load = { port: number; key: string; callers: number; emails: readonly SmtpEmail[] }

export async function submitAll({ port, key, callers, emails }: Load): Promise<LoadResult> {
  const lines = await Promise.all(Array.from({ length: callers }, () => signIn(port, key)))
  const latenciesMs: number[] = []
  let next = 0
  tidyUp()
  const began = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      for (let given = emails[next++]; given; given = emails[next++]) {
        const sentAt = performance.now()
        await line.say(`MAIL FROM:<${given.from}>`)
        await line.say(`RCPT TO:<${given.to}>`)
        await line.say('DATA')
        await line.say(`${given.email}\r\n.`)
        latenciesMs.push(performance.now() - sentAt)
      }
    }),
  )
  const perSecond = (emails.length / (performance.now() - began)) * 1000
  for (const line of lines) line.socket.destroy()
  return { perSecond, latenciesMs }
}

async function signIn(port: number, key: string) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1')
  await once(socket, 'connect')
  const hear = replies(socket)
  const say = (words: string): Promise<void> => {
    socket.write(`${words}\r\n`)
    return hear()
  }
  await hear()
  await say('EHLO bench.test')
  await say(`AUTH PLAIN ${Buffer.from(`\0bench\0${key}`).toString('base64')}`)
  return { socket, say }
}

/** Resolves with each reply; a refused email is fast, and must not pass for a measurement. */
function replies(socket: Socket): () => Promise<void> {
  let heard = ''
  let waiting: PromiseWithResolvers<void> | undefined
  const look = () => {
    const reply = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(heard)
    if (!reply || !waiting) return
    heard = heard.slice(reply[0].length)
    const { resolve, reject } = waiting
    waiting = undefined
    if (/^[23]/.test(reply[1] ?? '')) resolve()
    else reject(new Error(reply[0]))
  }
  socket.on('data', (text: string) => {
    heard += text
    look()
  })
  socket.on('close', () => waiting?.reject(new Error('the service hung up')))
  return () => {
    waiting = Promise.withResolvers<void>()
    const { promise } = waiting
    look()
    return promise
  }
}
