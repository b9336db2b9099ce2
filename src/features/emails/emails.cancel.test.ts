import { describe, expect, it } from 'vitest'
import { inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { EMAIL_STATUSES } from './emails.values.ts'
import type { EmailRecord } from './emails.service.ts'
import {
  claimNow,
  expectChangedOrClaimed,
  expectToWaitForClaim,
  OWNER,
} from '../../../test/support/claim-races.ts'

const test = useTestApp()

const cancel = (app: TestApp, id: string, options: CallOptions = {}): Promise<Reply> =>
  call(app, ['POST', `/emails/${id}/cancel`], options)

const read = async (id: string) => (await call(test, ['GET', `/emails/${id}`])).json<EmailRecord>()

const WAITING = ['QUEUED', 'SCHEDULED', 'DEFERRED']

describe('POST /emails/{id}/cancel', () => {
  it.each(WAITING)('takes back an email that is %s', async (status) => {
    const id = await makeEmail(test, { stored: { status, reason: 'later' } })
    const reply = await cancel(test, id)
    expect(reply.statusCode).toBe(200)
    const record = reply.json<EmailRecord>()
    expect(record).toMatchObject({ id, status: 'CANCELLED', reason: null, sentAt: null })
    expect(record.events.at(-1)).toEqual({ type: 'cancelled', at: expect.any(String) as string, data: {} })
    expect(await read(id)).toEqual(record)
  })

  it.each(EMAIL_STATUSES.filter((status) => !WAITING.includes(status)))(
    'refuses one that is %s, and leaves it so',
    async (status) => {
      const lease = status === 'SENDING' ? { lease_owner: OWNER } : {}
      const id = await makeEmail(test, { stored: { status, ...lease } })
      const before = await read(id)
      const reply = await cancel(test, id)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
      expect(errorOf(reply).message).toContain(status)
      expect(await read(id)).toEqual(before)
    },
  )

  it('writes one event, however many cancel at once', async () => {
    const id = await makeEmail(test)
    const replies = await Promise.all(Array.from({ length: 6 }, () => cancel(test, id)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5)
    expect((await read(id)).events.map(({ type }) => type)).toEqual(['queued', 'cancelled'])
  })

  it('repeats its answer to a repeated request', async () => {
    const id = await makeEmail(test)
    const headers = { 'idempotency-key': 'cancel once' }
    const first = await cancel(test, id, { headers })
    const again = await cancel(test, id, { headers })
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([200, 200, first.json()])
  })

  it('does not leave the email to a worker', async () => {
    const app = await inFreshProject(test)
    const id = await makeEmail(app)
    await cancel(app, id)
    const claimed = await claimNow(test)
    expect(claimed).not.toContain(id)
  })

  it('either cancels or is too late, never both, beside workers that claim at the same moment', async () => {
    await expectChangedOrClaimed(test, cancel, 'CANCELLED')
  })

  it('waits for a concurrent claim, and depends on its end', async () => {
    await expectToWaitForClaim(test, cancel)
  })
})
