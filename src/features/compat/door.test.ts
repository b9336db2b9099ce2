// Every door, with that of Resend as the example.
import { describe, expect, it } from 'vitest'
import { Writable } from 'node:stream'
import { createLog } from '../../platform/log/log.ts'
import { buildPerson, callAs } from '../../../test/support/people.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:', API_RATE_PER_MINUTE: '1000' })

const PATH = '/compat/resend/emails'
const EMAIL = { from: 'shop@shop.test', to: 'ada@example.com', subject: 'Hello', html: '<p>It works</p>' }
const MEGABYTE = 1_048_576

describe('a door', () => {
  it('counts a call as one request', async () => {
    const remaining = async () => {
      const { headers } = await call(test, ['POST', PATH], { body: EMAIL })
      return Number(headers['ratelimit-remaining'])
    }
    const first = await remaining()
    expect(await remaining()).toBe(first - 1)
  })

  it('takes many large bodies at once', async () => {
    const content = Buffer.alloc(MEGABYTE).toString('base64')
    const body = { ...EMAIL, attachments: [{ filename: 'a.bin', content }] }
    const replies = await Promise.all(Array.from({ length: 8 }, () => call(test, ['POST', PATH], { body })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  it('refuses a body that is too large, or not JSON, in the form of the provider', async () => {
    const large = await call(test, ['POST', PATH], { body: { ...EMAIL, text: 'x'.repeat(17 * MEGABYTE) } })
    expect([large.statusCode, large.json<{ message: string }>().message]).toEqual([
      413,
      expect.stringContaining('larger than 16 MB'),
    ])
    const text = await call(test, ['POST', PATH], {
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect([text.statusCode, text.json<{ name: string }>().name]).toEqual([400, 'validation_error'])
  })

  it('takes no session', async () => {
    const person = await buildPerson(test, { role: 'owner' })
    const reply = await callAs(test, person, ['POST', PATH, { body: EMAIL }])
    expect(reply.statusCode).toBe(401)
  })

  it('cannot be told by a caller that a request has been counted', async () => {
    const headers = { 'lettermill-inner-call': 'true' }
    const reply = await call(test, ['POST', PATH], { body: EMAIL, headers })
    expect(reply.headers['ratelimit-limit']).toBe('1000')
  })

  it('keeps the trace of the caller', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const { id } = (await call(test, ['POST', PATH], { body: EMAIL, headers })).json<{ id: string }>()
    expect((await call(test, ['GET', `/emails/${id}`])).json()).toMatchObject({ traceId })
  })
})

describe('the log', () => {
  it('shows no key, whatever header it came in', () => {
    const lines: string[] = []
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const log = createLog('info', output)
    const headers = { authorization: 'Bearer sk_one', 'x-postmark-server-token': 'sk_two', cookie: 'three' }
    log.info({ headers }, 'request')
    log.info({ req: { headers } }, 'request')
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toContain('x-postmark-server-token')
      for (const secret of ['sk_one', 'sk_two', 'three']) expect(line).not.toContain(secret)
    }
  })
})
