import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { ContentChecks } from '../content-checks.schema.ts'

type Checks = z.infer<typeof ContentChecks>

let [requests, answer] = [[] as string[], '']
let isAsked = Promise.withResolvers<void>()
let mayAnswer: Promise<void> = Promise.resolve()

const judged = (score: number) =>
  `SPAMD/1.1 0 EX_OK\r\nSpam: False ; ${score} / 5.0\r\n\r\n---- ----\n 2.7 MISSING_DATE           Missing Date: header\n`

const spamd = createServer({ allowHalfOpen: true }, (socket) => {
  const chunks: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('end', () => {
    requests.push(Buffer.concat(chunks).toString())
    isAsked.resolve()
    void mayAnswer.then(() => socket.end(answer))
  })
})
await once(spamd.listen(0, '127.0.0.1'), 'listening')
afterAll(() => void spamd.close())

const test = useTestApp({ SPAMD_HOST: `127.0.0.1:${(spamd.address() as AddressInfo).port}` })
const without = useTestApp()

beforeEach(() => {
  requests = []
  answer = judged(1.5)
  isAsked = Promise.withResolvers<void>()
  mayAnswer = Promise.resolve()
})

const post = (fields: Record<string, unknown> = {}, app = test) =>
  call(app, ['POST', '/templates/checks'], {
    body: { subject: 'Grüße {{ name }}', body: '<p>Hi {{ name }}</p>', data: { name: 'Ada' }, ...fields },
  })

describe('POST /templates/checks with spam', () => {
  it('gives the points and rules for the email as a recipient gets it', async () => {
    const checks = (await post({ spam: true })).json<Checks>()
    expect(checks.spam).toEqual({
      score: 1.5,
      threshold: 5,
      rules: [{ name: 'MISSING_DATE', points: 2.7, description: 'Missing Date: header' }],
    })
    expect(checks.findings).toEqual([])
    const [request = ''] = requests
    expect(request).toMatch(/^REPORT SPAMC\/1\.5\r\nContent-length: \d+\r\n\r\nReturn-Path: /)
    const length = Number(/Content-length: (\d+)/.exec(request)?.[1])
    expect(Buffer.byteLength(request.slice(request.indexOf('\r\n\r\n') + 4))).toBe(length)
    expect(request).toContain('<p>Hi Ada</p>')
    expect(request).toContain('\r\nDate: ')
    expect(request).toContain('multipart/alternative')
  })

  it('asks nobody without it', async () => {
    expect((await post()).json<Checks>().spam).toBeNull()
    expect(requests).toEqual([])
  })

  it('warns about what is spam, and tells if nobody judged', async () => {
    answer = judged(7.1)
    expect((await post({ spam: true })).json<Checks>().findings).toMatchObject([
      { code: 'SPAM_SCORE', level: 'warning', suggestion: expect.stringContaining('MISSING_DATE') as string },
    ])
    answer = 'SPAMD/1.0 76 EX_PROTOCOL\r\n\r\n'
    const checks = (await post({ spam: true })).json<Checks>()
    expect(checks.spam).toBeNull()
    expect(checks.findings).toMatchObject([{ code: 'SPAM_NOT_CHECKED', level: 'info' }])
    const [finding] = (await post({ spam: true }, without)).json<Checks>().findings
    expect(finding?.message).toContain('SPAMD_HOST')
  })

  it('sends nothing that is too long', async () => {
    const checks = (await post({ spam: true, body: `<p>${'x'.repeat(600_000)}</p>` })).json<Checks>()
    expect(checks.findings.map(({ code }) => code)).toContain('SPAM_NOT_CHECKED')
    expect(requests).toEqual([])
  })

  it('judges the saved template with its sender, and one email of a project at a time', async () => {
    const { id } = (
      await call(test, ['POST', '/templates'], {
        body: { name: 'T', subject: 'S', body: '<p>x</p>', from: 'hello@shop.test' },
      })
    ).json<{ id: string }>()
    const release = Promise.withResolvers<void>()
    mayAnswer = release.promise
    const saved = call(test, ['POST', `/templates/${id}/checks`], { body: { spam: true } })
    await isAsked.promise
    const waiting = [1, 2, 3].map(() => post({ spam: true }))
    const refused = await Promise.race(waiting)
    expect([refused.statusCode, errorOf(refused).code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(requests).toHaveLength(1)
    release.resolve()
    expect((await saved).json<Checks>().spam?.score).toBe(1.5)
    const others = (await Promise.all(waiting)).filter((reply) => reply !== refused)
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(requests[0]).toContain('From: hello@shop.test')
  })

  it('refuses anything but yes and no', async () => {
    expect(fieldsOf(await post({ spam: 'yes' }))).toHaveProperty('spam')
  })
})
