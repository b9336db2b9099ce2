import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildKey, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
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
const delivery = useDelivery(test)

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR_MS)

type Options = Omit<CallOptions, 'body'> & { app?: TestApp }

const patch = (id: string, body: unknown, { app = test, ...options }: Options = {}): Promise<Reply> =>
  call(app, ['PATCH', `/emails/${id}`], { ...options, body })

const reschedule = (id: string, scheduledFor: Date | null, options: Options = {}) =>
  patch(id, { scheduledFor }, options)

const read = async (id: string) => (await call(test, ['GET', `/emails/${id}`])).json<EmailRecord>()

const WAITING = ['QUEUED', 'SCHEDULED', 'DEFERRED']

describe('PATCH /emails/{id}', () => {
  it.each(WAITING)('moves an email that is %s to a later time', async (status) => {
    const id = await makeEmail(test, { stored: { status } })
    const at = inHours(5)
    const reply = await reschedule(id, at)
    expect(reply.statusCode).toBe(200)
    const record = reply.json<EmailRecord>()
    expect(record).toMatchObject({ id, status: 'SCHEDULED', scheduledFor: at.toISOString() })
    expect(await read(id)).toEqual(record)
    expect(await claimNow(test)).not.toContain(id)
  })

  it('sends at once with null, or with a time that has just passed', async () => {
    for (const at of [null, new Date(test.clock.now().getTime() - 60_000)]) {
      const id = await makeEmail(test, { scheduledFor: inHours(2) })
      const record = (await reschedule(id, at)).json<EmailRecord>()
      expect(record).toMatchObject({ status: 'QUEUED', scheduledFor: null })
      expect(await claimNow(test)).toContain(id)
    }
  })

  it('wakes the workers', async () => {
    const app = await inFreshProject(test)
    const id = await makeEmail(app, { scheduledFor: inHours(2) })
    await delivery.start()
    await reschedule(id, null, { app })
    await eventually(async () => {
      const reply = await call(app, ['GET', `/emails/${id}`])
      expect(reply.json<EmailRecord>().status).toBe('DELIVERED')
    })
  })

  it('counts the time after which an email is given up from the new time on', async () => {
    for (const [lane, days] of [
      ['transactional', 5],
      ['marketing', 2],
    ] as const) {
      const id = await makeEmail(test, { lane })
      const at = inHours(24 * 30)
      await reschedule(id, at)
      const { rows } = await sql<{ give_up_at: Date }>`
        select give_up_at from email_queue where email_id = ${id}`.execute(test.deps.database.db)
      expect(rows[0]?.give_up_at.getTime()).toBe(at.getTime() + days * 24 * HOUR_MS)
    }
  })

  it('records each change in the history', async () => {
    const [first, second] = [inHours(1), inHours(2)]
    const id = await makeEmail(test, { scheduledFor: first })
    await reschedule(id, second)
    await reschedule(id, null)
    const { events } = await read(id)
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['queued', {}],
      ['scheduled', { scheduledFor: first.toISOString() }],
      ['rescheduled', { scheduledFor: second.toISOString(), before: first.toISOString() }],
      ['rescheduled', { scheduledFor: null, before: second.toISOString() }],
    ])
  })

  it('changes nothing without a field', async () => {
    const id = await makeEmail(test, { scheduledFor: inHours(1) })
    const before = await read(id)
    const reply = await patch(id, {})
    expect([reply.statusCode, reply.json()]).toEqual([200, before])
  })

  it.each(EMAIL_STATUSES.filter((status) => !WAITING.includes(status)))(
    'refuses one that is %s, and leaves it so',
    async (status) => {
      const lease = status === 'SENDING' ? { lease_owner: OWNER } : {}
      const id = await makeEmail(test, { stored: { status, ...lease } })
      const before = await read(id)
      const reply = await reschedule(id, inHours(1))
      expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
      expect(errorOf(reply).message).toContain(status)
      expect(await read(id)).toEqual(before)
    },
  )

  it.each([
    ['a time in the past', () => new Date(test.clock.now().getTime() - HOUR_MS), 'invalid_date'],
    ['a time more than a year ahead', () => inHours(24 * 367), 'invalid_date'],
    ['no time', () => 'tomorrow', 'invalid_date'],
    ['a number', () => 1_900_000_000, 'invalid_type'],
  ])('refuses %s', async (_what, at, code) => {
    const id = await makeEmail(test)
    const reply = await patch(id, { scheduledFor: at() })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { scheduledFor: code }])
    expect(await read(id)).toMatchObject({ status: 'QUEUED', scheduledFor: null })
  })

  it('needs a secret key with all rights', async () => {
    const id = await makeEmail(test)
    const at = inHours(1)
    expect((await reschedule(id, at, { key: null })).statusCode).toBe(401)
    expect((await reschedule(id, at, { key: test.project.publicKey })).statusCode).toBe(403)
    const key = await buildKey(test, { scopes: ['read', 'send'] })
    expect((await reschedule(id, at, { key })).statusCode).toBe(403)
    expect((await reschedule(id, at, { key: test.other.secretKey })).statusCode).toBe(404)
    expect(await read(id)).toMatchObject({ status: 'QUEUED', scheduledFor: null })
  })

  it('repeats its answer to a repeated request', async () => {
    const id = await makeEmail(test)
    const headers = { 'idempotency-key': 'reschedule once' }
    const at = inHours(1)
    const first = await reschedule(id, at, { headers })
    const again = await reschedule(id, at, { headers })
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([200, 200, first.json()])
    expect((await read(id)).events.filter(({ type }) => type === 'rescheduled')).toHaveLength(1)
  })

  it('either moves an email or is too late, never both, beside workers that claim at the same moment', async () => {
    await expectChangedOrClaimed(test, (app, id) => reschedule(id, inHours(1), { app }), 'SCHEDULED')
  })

  it('waits for a concurrent claim, and depends on its end', async () => {
    await expectToWaitForClaim(test, (app, id) => reschedule(id, inHours(1), { app }))
  })
})
