// Failures of membership tracking, and its nightly maintenance.
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { whileContactsAreHeld } from '../../../../test/support/database/held-contacts.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import {
  all,
  buildSegment,
  trackMembers,
  PRO,
  readMembershipEvents,
} from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildFilters } from '../../../filter-sources.ts'
import { FilterTree } from '../../filters/filters.schema.ts'
import { maintainWatchesJob } from '../segments.jobs.ts'
import { beginWatch } from './membership-setup.service.ts'

const test = useTestApp()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PAID = { field: 'event.order.paid', operator: 'triggered' }

const tracked = (filters: object) => ({ name: 'Tracked', filters, trackMembership: true })

async function countWatches({ deps, project }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from segment_watches where project_id = ${project.projectId})
      + (select count(*) from event_listeners where project_id = ${project.projectId}) as count`.execute(
    deps.database.db,
  )
  return rows[0]?.count ?? -1
}

/** Starts a watch, as saving a segment does first. */
async function watch({ deps, project: { projectId } }: TestApp, longestWaitMs?: number): Promise<unknown> {
  const filters = buildFilters(deps.database)
  const tree = FilterTree.parse(all(PAID))
  const ready = await filters.prepare(deps.database.db, tree, { projectId, field: 'filters' })
  const input = { projectId, filters, ready, now: deps.clock.now() }
  return beginWatch(deps.database.db, { ...input, ...(longestWaitMs !== undefined && { longestWaitMs }) })
}

describe('a watch that cannot begin', () => {
  it('because a transaction has been writing for too long ends with 503 and leaves nothing', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const writer = new pg.Client({ connectionString: test.url })
    await writer.connect()
    try {
      await writer.query('begin')
      await writer.query(`update contacts set data = '{"plan": "pro"}' where id = $1`, [id])
      await expect(watch(app, 100)).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('another transaction has been writing') as string,
      })
      expect(await countWatches(app)).toBe(0)
    } finally {
      await writer.end()
    }
  })
})

describe('filters of one project that are too many at once', () => {
  it('are refused with 503 and when to try again; those that wait are answered', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const answered: Reply[] = []
    const preview = async () => {
      answered.push(await call(app, ['POST', '/segments/preview'], { body: { filters: all(PRO) } }))
    }
    const { calls, refusals } = await whileContactsAreHeld(app, async () => {
      // Two run and twenty wait.
      const previews = Array.from({ length: 25 }, preview)
      await eventually(() => expect(answered).toHaveLength(3))
      return { calls: previews, refusals: answered.splice(0) }
    })
    for (const refused of refusals) {
      expect([refused.statusCode, errorOf(refused).code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(errorOf(refused).message).toContain('Too many filters of this project')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(refusals).toHaveLength(3)
    await Promise.all(calls)
    expect(answered.map(({ statusCode }) => statusCode)).toEqual(Array<number>(22).fill(200))
  })
})

describe('a segment that cannot be evaluated', () => {
  it('is retried after a minute, while the others continue', async () => {
    test.clock.stop()
    const app = await inFreshProject(test)
    const failing = await buildSegment(app, tracked(all(PRO)))
    const other = await buildSegment(app, tracked(all(PRO)))
    const { id } = await buildContact(app, { data: { plan: 'pro' } })
    const { db } = test.deps.database
    await sql`
      alter table segment_members add constraint crash check (segment_id <> ${sql.lit(failing.id)}::uuid) not valid`.execute(
      db,
    )
    try {
      await trackMembers(app.deps)
    } finally {
      await sql`alter table segment_members drop constraint crash`.execute(db)
    }
    expect(await readMembershipEvents(app, failing.id)).toEqual([])
    expect(await readMembershipEvents(app, other.id)).toEqual([`${id} entered`])
    test.clock.advance(MINUTE - 1_000)
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, failing.id)).toEqual([])
    test.clock.advance(2_000)
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, failing.id)).toEqual([`${id} entered`])
  })
})

describe('at night', () => {
  it('segments that depend on events are evaluated again, because old events are deleted', async () => {
    const app = await inFreshProject(test)
    const { id, email } = await buildContact(app)
    const segment = await buildSegment(app, tracked(all(PAID)))
    await call(app, ['POST', '/v1/track'], { body: { email, event: 'order.paid' } })
    await trackMembers(app.deps)
    await sql`delete from events where project_id = ${app.project.projectId} and name = 'order.paid'`.execute(
      app.deps.database.db,
    )
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, segment.id)).toEqual([`${id} entered`])
    for (let night = 0; night < 2; night += 1) {
      await runJob(app.deps, maintainWatchesJob, { payload: {} })
      await drain(app.deps)
      expect(await readMembershipEvents(app, segment.id)).toEqual([`${id} entered`, `${id} left`])
    }
  })

  it('watches whose segment was never saved are deleted once they are an hour old', async () => {
    const app = await inFreshProject(test)
    await watch(app)
    const before = await countWatches(app)
    expect(before).toBeGreaterThan(0)
    await runJob(app.deps, maintainWatchesJob, { payload: {} })
    expect(await countWatches(app)).toBe(before)
    test.clock.advance(HOUR + MINUTE)
    const kept = await buildSegment(await inFreshProject(test), tracked(all(PAID)))
    await runJob(app.deps, maintainWatchesJob, { payload: {} })
    expect(await countWatches(app)).toBe(0)
    expect(kept.trackMembership).toBe(true)
  })
})
