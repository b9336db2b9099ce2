// A batch that is sent as a whole or not at all (allOrNothing).
import { describe, expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { sendBody } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })

const good = () => sendBody({ to: newAddress() })
const post = (app: TestApp, emails: unknown[], headers: Record<string, string> = {}) =>
  call(app, ['POST', '/v1/send/batch'], { body: { emails, allOrNothing: true }, headers })
const countEmails = async (app: TestApp) =>
  (await call(app, ['GET', '/emails'])).json<{ total: number }>().total

describe('a batch with allOrNothing', () => {
  it('is sent if every email is good', async () => {
    const app = await inFreshProject(test)
    expect((await post(app, [good(), good()])).statusCode).toBe(200)
    expect(await countEmails(app)).toBe(2)
  })

  it.each([
    ['an invalid email', { to: 'nobody' }, 422],
    ['a sender whose domain is not verified', { from: 'a@unverified.com' }, 403],
    ['an unknown template', { template: 'none' }, 404],
    ['a broken file', { attachments: [{ filename: 'a', content: '!' }] }, 422],
  ])('is refused as a whole for %s', async (_what, bad, status) => {
    const app = await inFreshProject(test)
    for (const headers of [{}, { 'idempotency-key': crypto.randomUUID() }]) {
      const reply = await post(app, [good(), { ...good(), ...bad }], headers)
      expect(reply.statusCode).toBe(status)
      expect(errorOf(reply).message).toContain('emails.1: ')
      expect(await countEmails(app)).toBe(0)
    }
  })

  it('names the place of an invalid field', async () => {
    const reply = await post(test, [good(), { ...good(), subject: 1 }])
    expect(errorOf(reply).errors).toMatchObject([{ field: 'emails.1.subject', code: 'invalid_type' }])
  })

  it('with coupons needs an Idempotency-Key, and then nothing is sent without a code', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/coupon-lists'], { body: { name: 'Spring', key: 'spring' } })
    const withCode = { ...good(), body: '<p>{{ coupons.spring }}</p>' }
    const without = await post(app, [good(), withCode])
    expect([without.statusCode, errorOf(without).message]).toEqual([
      422,
      expect.stringContaining('needs an Idempotency-Key'),
    ])
    const empty = await post(app, [good(), withCode], { 'idempotency-key': 'whole' })
    expect([empty.statusCode, errorOf(empty).code]).toEqual([409, 'COUPON_UNAVAILABLE'])
    expect(await countEmails(app)).toBe(0)
  })
})
