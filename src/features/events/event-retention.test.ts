import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { ContactId } from '../../platform/ids.ts'
import { dropOldEventsJob } from './events.jobs.ts'
import { makeEventMonths } from './fixtures/event-months.ts'
import { recordEvent } from './index.ts'

const test = useTestApp()

const monthsAgo = (months: number) => {
  const now = test.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15))
}

async function recordAt(app: TestApp, contactId: string, at: Date): Promise<void> {
  await makeEventMonths(test.deps.database, at)
  await test.deps.database.db.transaction().execute((trx) =>
    recordEvent(trx, {
      projectId: app.project.projectId,
      name: 'email.opened',
      contactId: contactId as ContactId,
      now: at,
    }),
  )
}

const readTotals = async (app: TestApp) => {
  const { total, events } = (await call(app, ['GET', '/events'])).json<{ total: number; events: unknown[] }>()
  return { total, events: events.length }
}

describe('old events', () => {
  it('go by whole months after thirteen, with their totals; the job can be run again', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    for (const months of [0, 12, 13, 14, 20]) await recordAt(app, id, monthsAgo(months))
    expect(await readTotals(app)).toEqual({ total: 6, events: 6 })
    for (let times = 0; times < 2; times += 1) {
      expect(await runJob(test.deps, dropOldEventsJob, { payload: {} })).toEqual({ kind: 'done' })
      expect(await readTotals(app)).toEqual({ total: 4, events: 4 })
    }
    const { rows } = await sql<{ name: string }>`
      select min(inhrelid::regclass::text) as name from pg_inherits where inhparent = 'events'::regclass`.execute(
      test.deps.database.db,
    )
    expect(rows[0]?.name).toBe(`events_${monthsAgo(13).toISOString().slice(0, 7).replace('-', '_')}`)
  })

  it('leave contacts whole, who can be deleted afterwards', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    await recordAt(app, id, monthsAgo(15))
    await runJob(test.deps, dropOldEventsJob, { payload: {} })
    expect((await call(app, ['GET', `/contacts/${id}`])).statusCode).toBe(200)
    expect((await call(app, ['DELETE', `/contacts/${id}`])).statusCode).toBe(204)
    expect(await readTotals(app)).toEqual({ total: 0, events: 0 })
  })

  it('stay for now while a long query reads them', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    await recordAt(app, id, monthsAgo(16))
    await test.deps.database.db.transaction().execute(async (trx) => {
      await sql`select count(*) from events`.execute(trx)
      expect(await runJob(test.deps, dropOldEventsJob, { payload: {} })).toEqual({ kind: 'done' })
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from events where project_id = ${app.project.projectId}`.execute(trx)
      expect(rows).toEqual([{ count: 2 }])
    })
    await runJob(test.deps, dropOldEventsJob, { payload: {} })
    expect(await readTotals(app)).toEqual({ total: 1, events: 1 })
  })
})
