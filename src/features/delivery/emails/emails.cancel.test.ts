import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { claimEmails, listDueLanes } from '../queue/claim.queries.ts'
import { EMAIL_STATUSES } from './emails.schema.ts'
import type { EmailRecord } from './emails.service.ts'

const test = useTestApp()

const cancel = (app: TestApp, id: string, options: CallOptions = {}): Promise<Reply> =>
  call(app, ['POST', `/emails/${id}/cancel`], options)

const read = async (id: string) => (await call(test, ['GET', `/emails/${id}`])).json<EmailRecord>()

const OWNER = crypto.randomUUID()

/** What a worker with this much room takes now. */
async function claim(trx: Trx, room = 1000): Promise<EmailId[]> {
  const lanes = await listDueLanes(trx)
  const options = { lanes, owner: OWNER, leaseSeconds: 60, transport: 'inbox', ratePerSecond: 0, room }
  return (await claimEmails(trx, options)).emails.map(({ id }) => id)
}

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
    const claimed = await test.deps.database.db.transaction().execute((trx) => claim(trx))
    expect(claimed).not.toContain(id)
  })

  it('either cancels or is too late, never both, beside workers that claim at the same moment', async () => {
    const app = await inFreshProject(test)
    const ids: EmailId[] = []
    for (let n = 0; n < 60; n += 1) ids.push(await makeEmail(app))
    const claims: Promise<EmailId[]>[] = []
    const cancels = ids.map((id, n) => {
      if (n % 6 === 0) claims.push(test.deps.database.db.transaction().execute((trx) => claim(trx, 5)))
      return cancel(app, id)
    })
    const replies = await Promise.all(cancels)
    const claimed = new Set((await Promise.all(claims)).flat())
    for (const [n, id] of ids.entries()) {
      const isCancelled = replies[n]?.statusCode === 200
      expect(isCancelled, `${id} is either cancelled or claimed`).toBe(!claimed.has(id))
    }
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*) as count from all_emails where project_id = ${app.project.projectId} group by 1`.execute(
      test.deps.database.db,
    )
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    const taken = ids.filter((id) => claimed.has(id)).length
    expect([counts.CANCELLED ?? 0, counts.SENDING ?? 0]).toEqual([60 - taken, taken])
  })

  it('waits for a claim that is under way, and goes by how it ends', async () => {
    for (const [ending, status] of [
      ['commit', 400],
      ['rollback', 200],
    ] as const) {
      const app = await inFreshProject(test)
      const id = await makeEmail(app)
      const trx = await test.deps.database.db.startTransaction().execute()
      expect(await claim(trx)).toContain(id)
      const cancelling = cancel(app, id)
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          test.deps.database.db,
        )
        expect(rows).toHaveLength(1)
      })
      await trx[ending]().execute()
      expect((await cancelling).statusCode).toBe(status)
    }
  })
})
