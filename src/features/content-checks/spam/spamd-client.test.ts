// A server on this machine that speaks the protocol of spamd, well and badly.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askSpamd, SPAMD_LIMITS } from './spamd-client.ts'
import type { SpamdLimits } from './spamd-client.ts'

const REPORT = `Spam detection software, running on the system "mail.example",
has NOT identified this incoming email as spam.

Content preview:  2.7 FAKE_RULE in the text of the email

Content analysis details:   (4.5 points, 5.0 required)

 pts rule name              description
---- ---------------------- --------------------------------------------------
 2.7 MISSING_DATE           Missing Date: header
-0.0 NO_RELAYS              Informational: message was not relayed via SMTP
-1.0 ALL_TRUSTED            Passed through trusted hosts only via
                            SMTP
 1.8 DRUGS_ERECTILE         Refers to an erectile drug

`
const answerOf = (report: string, head = 'Spam: False ; 4.5 / 5.0') =>
  `SPAMD/1.1 0 EX_OK\r\nContent-length: ${report.length}\r\n${head}\r\n\r\n${report}`

/** Serves one connection after the other, and keeps the requests. */
async function serve(answer: (socket: Socket) => void) {
  const requests: string[] = []
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const chunks: Buffer[] = []
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => {
      requests.push(Buffer.concat(chunks).toString())
      answer(socket)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = (message = 'Subject: x\r\n\r\nHi', limits: Partial<SpamdLimits> = {}) =>
    askSpamd({ host: '127.0.0.1', port }, Buffer.from(message), { ...SPAMD_LIMITS, ...limits })
  return { ask, requests }
}

describe('askSpamd', () => {
  it('sends the email with its length, and reads the score and the rules that count, the dearest first', async () => {
    const { ask, requests } = await serve((socket) => socket.end(answerOf(REPORT)))
    expect(await ask('Subject: ü\r\n\r\nHi')).toEqual({
      status: 'judged',
      score: 4.5,
      threshold: 5,
      rules: [
        { name: 'MISSING_DATE', points: 2.7, description: 'Missing Date: header' },
        { name: 'DRUGS_ERECTILE', points: 1.8, description: 'Refers to an erectile drug' },
        { name: 'ALL_TRUSTED', points: -1, description: 'Passed through trusted hosts only via SMTP' },
      ],
    })
    expect(requests).toEqual(['REPORT SPAMC/1.5\r\nContent-length: 17\r\n\r\nSubject: ü\r\n\r\nHi'])
  })

  it('reads an answer in pieces', async () => {
    const { ask } = await serve((socket) => {
      const pieces = answerOf(REPORT).match(/[^]{1,40}/g) ?? []
      const next = () => {
        const piece = pieces.shift()
        if (piece === undefined) socket.end()
        else socket.write(piece, () => setImmediate(next))
      }
      next()
    })
    expect(await ask()).toMatchObject({ status: 'judged', score: 4.5 })
  })

  it.each([
    ['an error of spamd', 'SPAMD/1.0 76 Bad header line: x\r\n\r\n', 'spamd answers Bad (76)'],
    ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'the answer is not that of spamd'],
    ['nothing', '', 'the answer is not that of spamd'],
    ['no score', 'SPAMD/1.1 0 EX_OK\r\n\r\nfine', 'the answer has no score'],
    ['half a head', 'SPAMD/1.1 0 EX_OK\r\nSpam: True ; 9.0 / 5.0\r\n', 'the answer has no score'],
    ['a score that is no number', answerOf(REPORT, 'Spam: True ; NaN / 5.0'), 'the answer has no score'],
  ])('fails with %s', async (_name, answer, reason) => {
    const { ask } = await serve((socket) => socket.end(answer))
    expect(await ask()).toEqual({ status: 'failed', reason })
  })

  it('fails if there is no server, or none that answers', async () => {
    expect(await askSpamd({ host: '127.0.0.1', port: 1 }, Buffer.from('x'))).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('ECONNREFUSED') as string,
    })
    const silent = await serve(() => undefined)
    expect(await silent.ask('x', { timeoutMs: 100 })).toEqual({
      status: 'failed',
      reason: 'no answer within 0.1 seconds',
    })
    const rude = await serve((socket) => socket.resetAndDestroy())
    expect(await rude.ask()).toMatchObject({ status: 'failed' })
  })

  it('stops reading an answer without end', async () => {
    const { ask } = await serve((socket) => {
      const more = () => socket.write('x'.repeat(10_000), () => setImmediate(more))
      more()
    })
    expect(await ask('x', { mostAnswerBytes: 50_000 })).toEqual({
      status: 'failed',
      reason: 'the answer is too long',
    })
  })

  it('sends no email that is too long', async () => {
    const { ask, requests } = await serve((socket) => socket.end(answerOf(REPORT)))
    expect(await ask('x'.repeat(2_000), { mostMessageBytes: 1_000 })).toEqual({
      status: 'failed',
      reason: 'the email has more than 1 kB',
    })
    expect(requests).toEqual([])
  })

  it('reads a long report with many rules in one pass', async () => {
    const rules = ' 0.1 A_RULE                 x\n'.repeat(10_000)
    const { ask } = await serve((socket) => socket.end(answerOf(`---- ----\n${rules}`)))
    const answer = await ask()
    expect(answer.status === 'judged' && answer.rules.length).toBe(200)
  })
})
