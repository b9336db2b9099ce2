// POST /templates/{id}/test: test emails for the authors of a template.
import { beforeEach, describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { buildContact, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { readEmail, SENDER } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)

let app: TestApp
let id: string
beforeEach(async () => {
  app = await inFreshProject(test)
  const fields = {
    type: 'MARKETING',
    from: SENDER,
    subject: 'News for {{ name }}, code {{ coupons.spring }}',
  }
  id = (await buildTemplate(app, fields)).id
})

type TestAnswer = { emails: { email: string; emailId: string; status: string; reason?: string }[] }

const ask = (body: object) => call(app, ['POST', `/templates/${id}/test`], { body })
const sendTest = async (body: object) => {
  const reply = await ask(body)
  if (reply.statusCode !== 200) throw new Error(`the test was refused: ${reply.body}`)
  return reply.json<TestAnswer>().emails
}
const countContacts = async () => (await call(app, ['GET', '/contacts'])).json<{ total: number }>().total

describe('POST /templates/{id}/test', () => {
  it('sends with the data of the contact or of the call, and creates no contact', async () => {
    const ann = await buildContact(app, { subscribed: false, data: { name: 'Ann' } })
    const emails = await sendTest({ emails: [ann.email, newAddress(), ann.email] })
    expect(emails.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED'])
    const [given] = await sendTest({
      email: newAddress(),
      data: { name: { value: 'Grace', persistent: true } },
    })
    await delivery.drain()
    const ids = [...emails, given].map((one) => one?.emailId ?? '')
    const sent = await Promise.all(ids.map((emailId) => readEmail(app, emailId)))
    expect(sent.map(({ status, source, subject }) => [status, source, subject])).toEqual([
      ['DELIVERED', 'TEST', expect.stringMatching(/^News for Ann, code \S/)],
      ['DELIVERED', 'TEST', expect.stringMatching(/^News for , code \S/)],
      ['DELIVERED', 'TEST', expect.stringMatching(/^News for Grace, code \S/)],
    ])
    expect(await countContacts()).toBe(1)
  })

  it('says that an address is suppressed, and why, since it gets nothing', async () => {
    const [suppressed, simulated] = [newAddress(), 'suppressed@inbox.lettermill.test']
    await call(app, ['POST', '/suppressions'], { body: { email: suppressed, reason: 'complaint' } })
    expect(await sendTest({ emails: [suppressed, simulated] })).toMatchObject([
      { email: suppressed, status: 'SUPPRESSED', reason: 'complaint' },
      { email: simulated, status: 'SUPPRESSED', reason: 'manual' },
    ])
    expect(await countContacts()).toBe(0)
  })

  it.each([
    [{}, { email: 'required' }],
    [{ email: 'nobody' }, { email: 'invalid_string' }],
    [{ emails: [] }, { emails: 'too_small' }],
    [{ emails: Array.from({ length: 6 }, () => newAddress()) }, { emails: 'too_big' }],
    [{ email: 'a@example.com', emails: ['b@example.com'] }, { emails: 'custom' }],
    [{ email: 'a@example.com', data: 'none' }, { data: 'invalid_type' }],
    [{ email: 'a@example.com', from: 'nobody' }, { from: 'invalid_string' }],
  ])('refuses %j', async (body, fields) => {
    const reply = await ask(body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuses a sender whose domain is not verified', async () => {
    const reply = await ask({ email: newAddress(), from: 'shop@gmail.com' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'DOMAIN_NOT_VERIFIED'])
  })
})
