// Member counts that take long: reading a segment does not wait for them.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { untilBlocked } from '../../../../test/support/database/blocked.ts'
import {
  listWaiting,
  whileContactsAreHeld,
  whileFiltersAreTooSlow,
} from '../../../../test/support/database/held-contacts.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import {
  all,
  buildSegment,
  countSegments,
  memberOf,
  PRO,
  readSegment,
} from '../../../../test/support/segments.ts'
import type { SegmentRecord } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildFilters } from '../../../filter-sources.ts'
import { runDueWork } from '../../../platform/work/work-loop.ts'
import { countWork } from './count.service.ts'

const test = useTestApp()

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const create = (app: TestApp, headers: Record<string, string> = {}) =>
  call(app, ['POST', '/segments'], { body: { name: 'Pro', filters: all(PRO) }, headers })
const patch = (app: TestApp, id: string, body: object) => call(app, ['PATCH', `/segments/${id}`], { body })
const recordOf = (reply: Reply) => reply.json<SegmentRecord>()

async function expectOneWaiting(query: unknown): Promise<Awaited<ReturnType<typeof listWaiting>>> {
  const waiting = await listWaiting(test.deps.database.db)
  expect(waiting).toEqual([{ pid: expect.any(Number) as number, query }])
  return waiting
}

async function listed(app: TestApp): Promise<SegmentRecord[]> {
  const reply = await call(app, ['GET', '/segments'])
  expect(reply.statusCode).toBe(200)
  return reply.json<{ segments: SegmentRecord[] }>().segments
}

describe('saving a segment whose filter is slow', () => {
  it('creates it without a count, which follows', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const reply = await whileFiltersAreTooSlow(app, () => create(app))
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { memberCount: 0, memberCountAt: null, memberCountError: null },
    ])
    const { id } = recordOf(reply)
    expect(await readSegment(app, id)).toMatchObject({ memberCount: 0, memberCountAt: null })
    await countSegments(app.deps)
    expect(await readSegment(app, id)).toMatchObject({
      memberCount: 1,
      memberCountAt: expect.any(String) as string,
    })
  })

  it('saves it also for a request that is one transaction, and answers the same again', async () => {
    const app = await inFreshProject(test)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const reply = await whileFiltersAreTooSlow(app, () => create(app, headers))
    expect([reply.statusCode, recordOf(reply).memberCountAt]).toEqual([201, null])
    expect((await create(app, headers)).body).toBe(reply.body)
    expect(await listed(app)).toHaveLength(1)
    await countSegments(app.deps)
    expect((await readSegment(app, recordOf(reply).id)).memberCountAt).not.toBeNull()
  })

  it('changes it with the last count', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const { id } = await buildSegment(app, { filters: all(PRO) })
    const filters = { operator: 'NOT', conditions: [PRO] }
    const reply = await whileFiltersAreTooSlow(app, () => patch(app, id, { filters }))
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { filters, memberCount: 1, memberCountAt: null },
    ])
    await countSegments(app.deps)
    expect(await readSegment(app, id)).toMatchObject({ memberCount: 0 })
  })

  it('keeps the last exact count of a segment that is no longer tracked', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const { id } = await buildSegment(app, { filters: all(PRO), trackMembership: true })
    const reply = await whileFiltersAreTooSlow(app, () => patch(app, id, { trackMembership: false }))
    expect(recordOf(reply)).toMatchObject({ memberCount: 1, memberCountAt: null })
  })
})

describe('reading segments', () => {
  it('does not wait for a filter', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const { id } = await buildSegment(app, { filters: all(PRO) })
    app.clock.advance(MINUTE_MS)
    await whileContactsAreHeld(app, async () => {
      expect(await readSegment(app, id)).toMatchObject({ memberCount: 1 })
      expect(await listed(app)).toMatchObject([{ id, memberCount: 1 }])
      expect((await call(app, ['GET', '/campaigns'])).statusCode).toBe(200)
    })
  })

  it.each(['record', 'list'])('refreshes a count that is older than a minute: by the %s', async (by) => {
    const app = await inFreshProject(test)
    const { id } = await buildSegment(app, { filters: all(PRO) })
    const read = async () =>
      by === 'list' ? (await listed(app))[0]?.memberCount : (await readSegment(app, id)).memberCount
    await buildContact(app, { data: { plan: 'pro' } })
    app.clock.advance(MINUTE_MS / 2)
    expect(await read()).toBe(0)
    await countSegments(app.deps)
    expect(await read()).toBe(0)
    app.clock.advance(MINUTE_MS / 2)
    expect(await read()).toBe(0)
    await countSegments(app.deps)
    expect(await read()).toBe(1)
  })

  it('schedules one count only, however many read', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSegment(app, { filters: all(PRO) })
    app.clock.advance(MINUTE_MS)
    await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 ? listed(app) : readSegment(app, id))))
    const work = countWork(app.deps, { filters: buildFilters(app.deps.database) })
    expect(await runDueWork(app.deps, work)).toBe(1)
    expect(await runDueWork(app.deps, work)).toBe(0)
  })

  it('lists members without a total that takes too long', async () => {
    const app = await inFreshProject(test)
    const contact = await buildContact(app, { data: { plan: 'pro' } })
    const { id } = await buildSegment(app, { filters: all(PRO) })
    const { db } = app.deps.database
    const reply = await whileContactsAreHeld(app, async (release) => {
      const reply = call(app, ['GET', `/segments/${id}/contacts`])
      // The first query is for a page with its total, and its limit ends it. The table is released once the second one waits.
      const [first] = await eventually(() => expectOneWaiting(expect.stringContaining('as contacts')))
      await sql`select pg_cancel_backend(${first?.pid})`.execute(db)
      await eventually(() => expectOneWaiting(expect.not.stringContaining('as contacts')))
      await release()
      return reply
    })
    expect(reply.json()).toMatchObject({
      contacts: [{ id: contact.id }],
      total: null,
      hasMore: false,
      cursor: null,
    })
    expect((await call(app, ['GET', `/segments/${id}/contacts`])).json()).toMatchObject({ total: 1 })
  })
})

describe('the worker that counts', () => {
  it('has one effect when it runs twice', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const { id } = recordOf(await whileFiltersAreTooSlow(app, () => create(app)))
    await Promise.all([countSegments(app.deps), countSegments(app.deps)])
    const first = await readSegment(app, id)
    await countSegments(app.deps)
    expect(await readSegment(app, id)).toEqual(first)
  })

  it('gives every project its turn, one filter at a time', async () => {
    const [large, small] = [await inFreshProject(test), await inFreshProject(test)]
    for (const app of [large, large, large, small]) await buildSegment(app, { filters: all(PRO) })
    test.clock.advance(MINUTE_MS)
    for (const app of [large, small]) await listed(app)
    const order: string[] = []
    const work = countWork(test.deps, { filters: buildFilters(test.deps.database) })
    const run: typeof work.run = async (claims) => {
      order.push(...claims.map(({ projectId }) => projectId))
      await work.run(claims)
    }
    await runDueWork(test.deps, { ...work, run })
    expect(order).toHaveLength(4)
    expect(order.slice(0, 2).toSorted()).toEqual(
      [large, small].map(({ project }) => project.projectId).toSorted(),
    )
  })

  it('parks a filter that the database refuses, says why, and tries again when it is saved or an hour later', async () => {
    const app = await inFreshProject(test)
    const { db } = app.deps.database
    const { id } = await buildSegment(app, { filters: all(PRO) })
    // Only a filter that an older version stored can be one that the database refuses.
    const broken = JSON.stringify(all({ ...PRO, value: 'a\u0000b' }))
    await sql`update segments set filters = ${broken}::json where id = ${id}`.execute(db)
    app.clock.advance(MINUTE_MS)
    await readSegment(app, id)
    await countSegments(app.deps)
    const parked = await readSegment(app, id)
    expect(parked).toMatchObject({
      memberCount: 0,
      memberCountError: expect.stringContaining('SQLSTATE') as string,
    })
    const work = countWork(app.deps, { filters: buildFilters(app.deps.database) })
    app.clock.advance(HOUR_MS / 2)
    await readSegment(app, id)
    expect(await runDueWork(app.deps, work)).toBe(0)
    app.clock.advance(HOUR_MS / 2)
    await readSegment(app, id)
    expect(await runDueWork(app.deps, work)).toBe(1)
    await buildContact(app, { data: { plan: 'pro' } })
    expect(recordOf(await patch(app, id, { filters: all(PRO) }))).toMatchObject({
      memberCount: 1,
      memberCountError: null,
    })
  })

  it('says that a filter refers to a deleted segment', async () => {
    const app = await inFreshProject(test)
    const below = await buildSegment(app, { filters: all(PRO) })
    const { id } = await buildSegment(app, { filters: all(memberOf(below.id)) })
    await call(app, ['DELETE', `/segments/${below.id}`])
    app.clock.advance(MINUTE_MS)
    await readSegment(app, id)
    await countSegments(app.deps)
    expect((await readSegment(app, id)).memberCountError).toContain('deleted')
  })

  it('does not overwrite the count of a newer version of the segment', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const { id } = recordOf(await whileFiltersAreTooSlow(app, () => create(app)))
    await whileContactsAreHeld(app, async (release) => {
      const counting = countSegments(app.deps)
      await untilBlocked(app.deps.database.db)
      app.clock.advance(1)
      await sql`
        update segments set filters = ${JSON.stringify({ operator: 'NOT', conditions: [PRO] })}::json,
          updated_at = ${app.clock.now()} where id = ${id}`.execute(app.deps.database.db)
      await release()
      await counting
    })
    expect(await readSegment(app, id)).toMatchObject({ memberCount: 0, memberCountAt: null })
  })

  it('forgets a segment that was deleted', async () => {
    const app = await inFreshProject(test)
    const { id } = recordOf(await whileFiltersAreTooSlow(app, () => create(app)))
    await call(app, ['DELETE', `/segments/${id}`])
    const { rows } = await sql`select from segment_counts where id = ${id}`.execute(app.deps.database.db)
    expect(rows).toEqual([])
    const reply = await call(app, ['GET', `/segments/${id}`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'SEGMENT_NOT_FOUND'])
  })
})
