// Attacks by reading: large answers that are read slowly, again and again, or requested without waiting for answers.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECRET_KEY } from '../harness/stage.ts'

export type Attack = {
  what: string
  callers: number
  /** Before it begins. */
  prepare?: (base: string) => Promise<void>
  run: (base: string) => Promise<unknown>
}

const authorization = `Bearer ${SECRET_KEY}`

const EXPORTED_CONTACTS = 50_000
// A phone on a bad line.
const BYTES_PER_READ = 16_384
const PAUSE_MS = 200

async function importContacts(base: string): Promise<void> {
  const rows = Array.from(
    { length: EXPORTED_CONTACTS },
    (_, index) => `reader${index}@example.com,${'x'.repeat(200)}`,
  )
  const { jobId } = await post<{ jobId: string }>(`${base}/contacts/import`, {
    type: 'text/csv',
    body: `email,note\n${rows.join('\n')}\n`,
  })
  for (;;) {
    const reply = await fetch(`${base}/jobs/${jobId}`, { headers: { authorization } })
    if (((await reply.json()) as { status: string }).status === 'DONE') return
    await sleep(200)
  }
}

type Body = { type?: string; body: string }

async function post<T>(url: string, { type = 'application/json', body }: Body): Promise<T> {
  const reply = await fetch(url, { method: 'POST', headers: { authorization, 'content-type': type }, body })
  // The node may still be busy with the attack before this one.
  if (reply.status === 503) {
    await sleep(PAUSE_MS)
    return post(url, { type, body })
  }
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as T
}

const requestFor = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`

/** Reads an export a little at a time, and leaves after a while. */
async function readSlowly(base: string): Promise<void> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(requestFor('/contacts/export'))
  for (let reads = 0; reads < 100 && !socket.destroyed; reads += 1) {
    socket.read(BYTES_PER_READ)
    await sleep(PAUSE_MS)
  }
  socket.destroy()
}

let largeEmail = ''

/** To a test recipient, whose email stays on the machine with all its bytes. */
async function sendLargeEmail(base: string): Promise<void> {
  const { data } = await post<{ data: { emails: { email: string }[] } }>(`${base}/v1/send`, {
    body: JSON.stringify({
      to: 'delivered@inbox.lettermill.test',
      from: 'a@proof.com',
      subject: 'Large',
      body: '<p>Large</p>',
      attachments: [{ filename: 'a.bin', content: Buffer.alloc(10_000_000, 7).toString('base64') }],
    }),
  })
  largeEmail = data.emails[0]?.email ?? ''
  for (;;) {
    const reply = await fetch(`${base}/emails/${largeEmail}`, { headers: { authorization } })
    if (((await reply.json()) as { status: string }).status === 'DELIVERED') return
    await sleep(200)
  }
}

const PARTS = ['content', 'attachments', 'raw']
let turn = 0

async function readLargeEmail(base: string): Promise<void> {
  const part = PARTS[(turn += 1) % PARTS.length]
  await fetch(`${base}/emails/${largeEmail}/${part}`, { headers: { authorization } })
    .then((reply) => reply.arrayBuffer())
    .catch(() => undefined)
}

const PIPELINED = 40_000

async function pipeline(base: string): Promise<void> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(requestFor('/project').repeat(PIPELINED))
  await Promise.race([once(socket, 'close'), sleep(30_000)])
  socket.destroy()
}

const LARGE_BODY = JSON.stringify({ email: 'a@example.com', data: { note: 'x'.repeat(15_900_000) } })

export const READING_ATTACKS: Attack[] = [
  { what: '50 slow readers of an export', callers: 50, prepare: importContacts, run: readSlowly },
  { what: '30 readers of an email of 10 MB', callers: 30, prepare: sendLargeEmail, run: readLargeEmail },
  { what: `${PIPELINED.toLocaleString('en')} requests at once on one connection`, callers: 1, run: pipeline },
  {
    what: 'bodies of 16 MB, secret key',
    callers: 8,
    run: (base) =>
      fetch(`${base}/contacts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: LARGE_BODY,
      })
        .then((reply) => reply.text())
        .catch(() => undefined),
  },
]
