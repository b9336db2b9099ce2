// The header traceparent of the requests that accept email, without a collector.
import { describe, expect, it } from 'vitest'
import { newAddress } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { sendBody, sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { useSubmission } from './submission/fixtures/submission-server.ts'

const test = useTestApp()
const submission = useSubmission(test)

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`

const traceOf = async (id: string) =>
  (await call(test, ['GET', `/emails/${id}`])).json<{ traceId: string | null }>().traceId

/** With the headers. */
const contentOf = async (id = '') => (await call(test, ['GET', `/emails/${id}/content`])).body

describe('traceparent', () => {
  it('is kept with the email', async () => {
    const { email } = await sendOne(test, { to: newAddress() }, { headers: { traceparent } })
    expect(await traceOf(email)).toBe(TRACE)
  })

  it('is kept beside the other recipients, and is not sent to them', async () => {
    const body = { to: { email: newAddress(), name: 'Ann' }, cc: newAddress() }
    const reply = await call(test, ['POST', '/v1/send'], { body: sendBody(body), headers: { traceparent } })
    const { emails } = reply.json<{ data: { emails: { email: string }[] } }>().data
    expect(await Promise.all(emails.map(({ email }) => traceOf(email)))).toEqual([TRACE, TRACE])
    const content = await contentOf(emails[1]?.email)
    expect(content).toContain('Ann <')
    expect(content).not.toContain(TRACE)
  })

  it('is kept with every email of a batch', async () => {
    const body = { emails: [sendBody({ to: newAddress() }), sendBody({ to: newAddress() })] }
    const reply = await call(test, ['POST', '/v1/send/batch'], { body, headers: { traceparent } })
    type Batch = { data: { results: { data: { emails: { email: string }[] } }[] } }
    const ids = reply.json<Batch>().data.results.flatMap(({ data }) => data.emails.map(({ email }) => email))
    expect(await Promise.all(ids.map(traceOf))).toEqual([TRACE, TRACE])
  })

  it.each([{}, { traceparent: 'no trace' }, { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }])(
    'is ignored if it is missing or not valid: %j',
    async (headers) => {
      const { email, status } = await sendOne(test, { to: newAddress() }, { headers })
      expect([status, await traceOf(email)]).toEqual(['QUEUED', null])
    },
  )

  it('of an email that is sent again is not that of the first', async () => {
    const { email } = await sendOne(test, { to: 'delivered@test.invalid' }, { headers: { traceparent } })
    const cancelled = await call(test, ['POST', `/emails/${email}/cancel`])
    expect(cancelled.statusCode).toBe(200)
    const again = await call(test, ['POST', `/emails/${email}/resend`])
    expect(again.statusCode).toBe(201)
    expect(await traceOf(again.json<{ id: string }>().id)).toBeNull()
  })

  it('of an email submitted by SMTP is kept, and is not sent to the recipient', async () => {
    const to = newAddress()
    await submission.send({
      from: 'shop@shop.test',
      to,
      subject: 'Traced',
      text: 'Hello',
      headers: { traceparent, tracestate: 'vendor=1', 'X-Shop': 'kept' },
    })
    const listed = await call(test, ['GET', `/emails?search=${encodeURIComponent(to)}`])
    const [found] = listed.json<{ emails: { id: string; traceId: string }[] }>().emails
    expect(found?.traceId).toBe(TRACE)
    const content = await contentOf(found?.id)
    expect(content).toContain('"X-Shop":"kept"')
    expect(content.toLowerCase()).not.toMatch(/traceparent|tracestate/)
  })
})
