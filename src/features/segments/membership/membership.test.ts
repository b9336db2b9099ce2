// Segments whose members are tracked.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  buildImport,
  inFreshProject,
  makeEmail,
  newAddress,
} from '../../../../test/support/factories.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import {
  all,
  buildSegment,
  trackMembers,
  memberOf,
  PRO,
  readMembers,
  readMembershipEvents,
  readSegment,
} from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

const HOUR = 3_600_000
const MINUTES = 60_000
const DAY = { amount: 24, unit: 'hours' }

const tracked = (filters: object, name = 'Tracked') => ({ name, filters, trackMembership: true })
const change = (app: TestApp, id: string, data: object) =>
  call(app, ['PATCH', `/contacts/${id}`], { body: { data } })
const patch = (app: TestApp, id: string, body: object) => call(app, ['PATCH', `/segments/${id}`], { body })
const track = (app: TestApp, email: string, event: string) =>
  call(app, ['POST', '/v1/track'], { body: { email, event } })

/** The number of rows that tracking has in a project. */
async function countRows({ deps, project: { projectId } }: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from segment_notes where project_id = ${projectId}) as notes,
      (select count(*) from segment_watches where project_id = ${projectId}) as watches,
      (select count(*) from segment_times where project_id = ${projectId}) as times,
      (select count(*) from segment_members where project_id = ${projectId}) as members,
      (select count(*) from event_listeners where project_id = ${projectId}) as listening`.execute(
    deps.database.db,
  )
  return rows[0] ?? {}
}
const NOTHING = { notes: 0, watches: 0, times: 0, members: 0, listening: 0 }

describe('a segment with trackMembership', () => {
  it('begins with those who match, and records who enters and leaves from then on', async () => {
    const app = await inFreshProject(test)
    const before = await buildContact(app, { data: { plan: 'pro' } })
    const other = await buildContact(app)
    const segment = await buildSegment(app, tracked(all(PRO), 'Pro'))
    expect(segment).toMatchObject({ trackMembership: true, memberCount: 1, memberCountAt: null })
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, segment.id)).toEqual([])
    await change(app, other.id, { plan: 'pro' })
    await trackMembers(app.deps)
    await change(app, before.id, { plan: 'free' })
    await change(app, other.id, { city: 'Bonn' })
    const fresh = await buildContact(app, { data: { plan: 'pro' } })
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, segment.id)).toEqual([
      `${other.id} entered`,
      `${before.id} left`,
      `${fresh.id} entered`,
    ])
    expect(await readSegment(app, segment.id)).toMatchObject({ memberCount: 2 })
    expect(await readMembers(app, segment.id)).toEqual([fresh.id, other.id])
    const { rows } = await sql`
      select data from events where contact_id = ${fresh.id} and name = 'segment.entered'`.execute(
      app.deps.database.db,
    )
    expect(rows).toEqual([{ data: { segmentId: segment.id, segmentName: 'Pro' } }])
  })

  it('is not evaluated for changes that it does not watch', async () => {
    const app = await inFreshProject(test)
    const { id, email } = await buildContact(app, { data: { plan: 'free' } })
    await buildSegment(app, tracked(all(PRO)))
    await change(app, id, { city: 'Bonn', plan: 'free' })
    await call(app, ['PATCH', `/contacts/${id}`], { body: { subscribed: false } })
    await track(app, email, 'login')
    expect(await countRows(app)).toMatchObject({ notes: 0, watches: 2, listening: 0 })
    await change(app, id, { plan: null })
    expect(await countRows(app)).toMatchObject({ notes: 1 })
  })

  it('tracks each field of a contact', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app, { data: { address: { city: 'Bonn' } } })
    const leaves = [
      { field: 'email', operator: 'endsWith', value: '@moved.test' },
      { field: 'subscribed', operator: 'equals', value: false },
      { field: 'data.address.city', operator: 'equals', value: 'Berlin' },
      { field: 'data.tags', operator: 'contains', value: 'vip' },
      { field: 'data.none', operator: 'notEquals', value: 'x' },
      { field: 'updatedAt', operator: 'greaterThan', value: test.clock.now().toISOString() },
    ]
    const segments = []
    for (const leaf of leaves) segments.push(await buildSegment(app, tracked(all(leaf))))
    app.clock.advance(1000)
    await call(app, ['PATCH', `/contacts/${id}`], {
      body: {
        email: `${newAddress().split('@')[0]}@moved.test`,
        subscribed: false,
        data: { address: { city: 'Berlin' }, tags: ['vip'], none: 'x' },
      },
    })
    await trackMembers(app.deps)
    const moves = await Promise.all(segments.map((segment) => readMembershipEvents(app, segment.id)))
    expect(moves).toEqual(
      [1, 1, 1, 1].map(() => [`${id} entered`]).concat([[`${id} left`], [`${id} entered`]]),
    )
  })

  it('tracks the state of subscriptions, and pauses until they end', async () => {
    const app = await inFreshProject(test)
    const { id, email } = await buildContact(app, { subscribed: false })
    const state = { field: 'subscriptionState', operator: 'equals', value: 'PENDING' }
    const paused = { field: 'pausedUntil', operator: 'withinNext', value: { amount: 400, unit: 'days' } }
    const pending = await buildSegment(app, tracked(all(state)))
    const resting = await buildSegment(app, tracked(all(paused)))
    await call(app, ['PATCH', '/project'], { body: { defaultFrom: 'hello@shop.test' } })
    await call(app, ['POST', '/contacts'], { body: { email, subscribed: true, confirm: true } })
    const pausedUntil = new Date(app.clock.now().getTime() + HOUR).toISOString()
    await call(app, ['PATCH', `/contacts/${id}`], { body: { pausedUntil } })
    await trackMembers(app.deps)
    expect(await readMembers(app, pending.id)).toEqual([id])
    expect(await readMembers(app, resting.id)).toEqual([id])
    await call(app, ['PATCH', `/contacts/${id}`], { body: { subscribed: true } })
    app.clock.advance(HOUR + 1000)
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, pending.id)).toEqual([`${id} entered`, `${id} left`])
    expect(await readMembershipEvents(app, resting.id)).toEqual([`${id} entered`, `${id} left`])
  })

  it('ignores a contact that changed and changed back before it was evaluated', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const segment = await buildSegment(app, tracked(all(PRO)))
    await change(app, id, { plan: 'pro' })
    await change(app, id, { plan: 'free' })
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, segment.id)).toEqual([])
  })

  it('counts imports and bulk actions', async () => {
    const app = await inFreshProject(test)
    const known = await buildContact(app, { data: { plan: 'free' } })
    const pro = await buildSegment(app, tracked(all(PRO)))
    const left = await buildSegment(
      app,
      tracked(all({ field: 'subscribed', operator: 'equals', value: false })),
    )
    await buildImport(app, `email,plan\n${known.email},pro\nnew@example.com,pro\nother@example.com,free\n`)
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, pro.id)).toHaveLength(2)
    await call(app, ['POST', '/contacts/bulk'], { body: { action: 'unsubscribe', filter: {} } })
    await drain(app.deps)
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, left.id)).toHaveLength(3)
    await call(app, ['POST', '/contacts/bulk'], { body: { action: 'delete', filter: {} } })
    await drain(app.deps)
    await trackMembers(app.deps)
    expect(await readSegment(app, pro.id)).toMatchObject({ memberCount: 0 })
    expect(await countRows(app)).toMatchObject({ notes: 0, members: 0 })
  })

  it('tracks events, with their number', async () => {
    const app = await inFreshProject(test)
    const { id, email } = await buildContact(app)
    const leaf = { field: 'event.order.paid', operator: 'triggered', count: { atLeast: 2, atMost: 2 } }
    const segment = await buildSegment(app, tracked(all(leaf)))
    for (let times = 0; times < 3; times += 1) {
      await track(app, email, 'order.paid')
      await trackMembers(app.deps)
    }
    expect(await readMembershipEvents(app, segment.id)).toEqual([`${id} entered`, `${id} left`])
  })

  it('tracks the activity of emails', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const leaf = (what: string) => ({ field: `emailActivity.${what}`, operator: 'triggered' })
    const sent = await buildSegment(app, tracked(all(leaf('sent'))))
    const delivered = await buildSegment(app, tracked(all(leaf('delivered'))))
    const opened = await buildSegment(app, tracked(all(leaf('opened'))))
    const stored = { status: 'SENT', sent_at: app.clock.now() }
    const emailId = await makeEmail(app, { contactId: id, stored })
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, sent.id)).toEqual([`${id} entered`])
    expect(await readMembershipEvents(app, delivered.id)).toEqual([])
    await sql`update emails set status = 'DELIVERED' where id = ${emailId}`.execute(app.deps.database.db)
    await sql`
      insert into events (project_id, id, name, contact_id, data, created_at)
      values (${app.project.projectId}, lowest_uuid_v7(now()), 'email.opened', ${id}, '{"verdict": "human"}', now())`.execute(
      app.deps.database.db,
    )
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, delivered.id)).toEqual([`${id} entered`])
    expect(await readMembershipEvents(app, opened.id)).toEqual([`${id} entered`])
    expect(await readMembershipEvents(app, sent.id)).toEqual([`${id} entered`])
  })

  it('restarts with other filters, and deletes its rows when it is switched off or deleted', async () => {
    const app = await inFreshProject(test)
    const pro = await buildContact(app, { data: { plan: 'pro' } })
    const german = await buildContact(app, { data: { country: 'de' } })
    const { id } = await buildSegment(app, tracked(all(PRO)))
    const filters = all(
      { field: 'data.country', operator: 'equals', value: 'de' },
      { field: 'event.x', operator: 'notTriggered', within: DAY },
    )
    expect((await patch(app, id, { filters })).json()).toMatchObject({
      memberCount: 1,
      trackMembership: true,
    })
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, id)).toEqual([])
    await change(app, pro.id, { plan: 'free' })
    await change(app, pro.id, { country: 'de' })
    await track(app, german.email, 'x')
    await trackMembers(app.deps)
    expect((await readMembershipEvents(app, id)).toSorted()).toEqual(
      [`${german.id} left`, `${pro.id} entered`].toSorted(),
    )
    expect(await countRows(app)).toMatchObject({ watches: 3, listening: 1, times: 1 })
    await patch(app, id, { trackMembership: false })
    expect(await countRows(app)).toEqual(NOTHING)
    await change(app, german.id, { country: 'fr' })
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, id)).toHaveLength(2)
    expect((await patch(app, id, { trackMembership: true })).json()).toMatchObject({ memberCount: 1 })
    await call(app, ['DELETE', `/segments/${id}`])
    expect(await countRows(app)).toEqual(NOTHING)
  })

  it('is not another project’s business', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSegment(app, tracked(all(PRO)))
    await buildContact(test, { data: { plan: 'pro' } })
    await trackMembers(app.deps)
    expect(await readSegment(app, id)).toMatchObject({ memberCount: 0 })
    expect(await countRows(test)).toEqual(NOTHING)
  })

  it('is refused beyond two hundred of them', async () => {
    const app = await inFreshProject(test)
    await sql`
      insert into segments (project_id, id, name, type, is_tracked, created_at, updated_at)
      select ${app.project.projectId}, gen_random_uuid(), 'List', 'STATIC', true, now(), now()
      from generate_series(1, 200)`.execute(app.deps.database.db)
    const reply = await call(app, ['POST', '/segments'], { body: tracked(all(PRO)) })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { trackMembership: 'too_big' }])
    expect(await countRows(app)).toEqual(NOTHING)
  })
})

describe('the start of tracking', () => {
  it('waits for open transactions, whose changes cause no events', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const writer = new pg.Client({ connectionString: test.url })
    await writer.connect()
    try {
      await writer.query('begin')
      await writer.query(`update contacts set data = '{"plan": "pro"}' where id = $1`, [id])
      let isAnswered = false
      const answer = buildSegment(app, tracked(all(PRO))).finally(() => (isAnswered = true))
      await sleep(300)
      expect(isAnswered).toBe(false)
      await writer.query('commit')
      const segment = await answer
      expect(segment).toMatchObject({ memberCount: 1 })
      await trackMembers(app.deps)
      expect(await readMembershipEvents(app, segment.id)).toEqual([])
    } finally {
      await writer.end()
    }
  })

  it('misses no change that is made at the same time, and invents none', async () => {
    const app = await inFreshProject(test)
    const contacts = await Promise.all(Array.from({ length: 30 }, () => buildContact(app)))
    const changes = contacts.map(async ({ id }, index) => {
      await sleep(index * 5)
      await change(app, id, { plan: 'pro' })
    })
    const segment = await buildSegment(app, tracked(all(PRO)))
    await Promise.all(changes)
    await trackMembers(app.deps)
    const entered = await readMembershipEvents(app, segment.id)
    expect(segment.memberCount + entered.length).toBe(contacts.length)
    expect(new Set(entered).size).toBe(entered.length)
    expect(await readSegment(app, segment.id)).toMatchObject({ memberCount: contacts.length })
  })

  it('happens once for a request that is repeated with its Idempotency-Key', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const headers = { 'idempotency-key': 'track-once' }
    const body = tracked(all(PRO))
    const first = await call(app, ['POST', '/segments'], { body, headers })
    const again = await call(app, ['POST', '/segments'], { body, headers })
    expect(first.json()).toMatchObject({ memberCount: 1 })
    expect(again.json()).toEqual(first.json())
    expect(await countRows(app)).toMatchObject({ watches: 2, members: 1 })
  })
})

describe('a tracked segment with time windows', () => {
  it('is left and entered when contacts are due', async () => {
    const app = await inFreshProject(test)
    const soon = new Date(app.clock.now().getTime() + 30 * HOUR).toISOString()
    const { id, email } = await buildContact(app, { data: { ends: soon } })
    const leaves = [
      { field: 'createdAt', operator: 'within', value: DAY },
      { field: 'createdAt', operator: 'olderThan', value: DAY },
      { field: 'data.ends', operator: 'withinNext', value: DAY },
      { field: 'event.login', operator: 'triggered', within: DAY },
      { field: 'event.login', operator: 'notTriggered', within: DAY },
    ]
    const segments: string[] = []
    for (const leaf of leaves) segments.push((await buildSegment(app, tracked(all(leaf)))).id)
    await track(app, email, 'login')
    await trackMembers(app.deps)
    const moves = async () =>
      (await Promise.all(segments.map((segment) => readMembershipEvents(app, segment)))).map((of) =>
        of.map((move) => move.replace(`${id} `, '')),
      )
    expect(await moves()).toEqual([[], [], [], ['entered'], ['left']])
    app.clock.advance(6 * HOUR + MINUTES)
    await trackMembers(app.deps)
    expect(await moves()).toEqual([[], [], ['entered'], ['entered'], ['left']])
    app.clock.advance(18 * HOUR)
    await trackMembers(app.deps)
    expect(await moves()).toEqual([
      ['left'],
      ['entered'],
      ['entered'],
      ['entered', 'left'],
      ['left', 'entered'],
    ])
    app.clock.advance(6 * HOUR)
    await trackMembers(app.deps)
    expect((await moves())[2]).toEqual(['entered', 'left'])
    expect(await countRows(app)).toMatchObject({ times: 0, notes: 0 })
  })

  it('tolerates contacts that are deleted before they are due', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const segment = await buildSegment(
      app,
      tracked(all({ field: 'createdAt', operator: 'within', value: DAY })),
    )
    await buildContact(app)
    await trackMembers(app.deps)
    await call(app, ['DELETE', `/contacts/${id}`])
    expect(await countRows(app)).toMatchObject({ times: 2, members: 1 })
    app.clock.advance(25 * HOUR)
    await trackMembers(app.deps)
    expect(await countRows(app)).toMatchObject({ times: 0, members: 0 })
    const moves = (await readMembershipEvents(app, segment.id)).map((move) => move.split(' ')[1])
    expect(moves).toEqual(['entered', 'left'])
  })
})

describe('a static segment with trackMembership', () => {
  it('records who is added and removed, but not the first members', async () => {
    const app = await inFreshProject(test)
    const { id, email } = await buildContact(app)
    const segment = await buildSegment(app, { type: 'STATIC', trackMembership: true, emails: [email] })
    const other = await buildContact(app)
    const emails = [email, other.email]
    await call(app, ['POST', `/segments/${segment.id}/members`], { body: { emails } })
    await call(app, ['DELETE', `/segments/${segment.id}/members`], { body: { emails: [email] } })
    const body = { action: 'addToSegment', segmentId: segment.id, filter: {} }
    await call(app, ['POST', '/contacts/bulk'], { body })
    await drain(app.deps)
    await buildImport(app, `email\n${email}\nnew@example.com\n`, { query: { segmentId: segment.id } })
    const moves = await readMembershipEvents(app, segment.id)
    expect(moves.slice(0, 3)).toEqual([`${other.id} entered`, `${id} left`, `${id} entered`])
    expect(moves).toHaveLength(4)
    expect(await readSegment(app, segment.id)).toMatchObject({ memberCount: 3, trackMembership: true })
  })
})

describe('a tracked segment that refers to others', () => {
  it('tracks a list', async () => {
    const app = await inFreshProject(test)
    const { id, email } = await buildContact(app)
    const list = await buildSegment(app, { type: 'STATIC' })
    const segment = await buildSegment(app, tracked(all(memberOf(list.id))))
    await call(app, ['POST', `/segments/${list.id}/members`], { body: { emails: [email] } })
    await trackMembers(app.deps)
    await call(app, ['DELETE', `/segments/${list.id}/members`], { body: { emails: [email] } })
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, segment.id)).toEqual([`${id} entered`, `${id} left`])
  })

  it('tracks the contacts and the filters of a dynamic one', async () => {
    const app = await inFreshProject(test)
    const pro = await buildContact(app, { data: { plan: 'pro' } })
    const german = await buildContact(app, { data: { country: 'de' } })
    const below = await buildSegment(app, { filters: all(PRO) })
    const between = await buildSegment(app, { filters: all(memberOf(below.id)) })
    const segment = await buildSegment(app, tracked(all(memberOf(between.id))))
    await patch(app, below.id, { filters: all({ field: 'data.country', operator: 'equals', value: 'de' }) })
    await drain(app.deps)
    await trackMembers(app.deps)
    expect((await readMembershipEvents(app, segment.id)).toSorted()).toEqual(
      [`${german.id} entered`, `${pro.id} left`].toSorted(),
    )
    await change(app, pro.id, { country: 'de' })
    await trackMembers(app.deps)
    expect((await readMembershipEvents(app, segment.id)).at(-1)).toBe(`${pro.id} entered`)
    expect(await readSegment(app, segment.id)).toMatchObject({ memberCount: 2 })
  })

  it('stays as it is when one has been deleted meanwhile', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app, { data: { plan: 'pro' } })
    const list = await buildSegment(app, { filters: all({ field: 'data.a', operator: 'equals', value: 1 }) })
    const not = { field: 'segment', operator: 'notMemberOf', value: list.id }
    const segment = await buildSegment(app, tracked(all(PRO, not)))
    await call(app, ['DELETE', `/segments/${list.id}`])
    await change(app, id, { plan: 'free' })
    await trackMembers(app.deps)
    expect(await readMembershipEvents(app, segment.id)).toEqual([])
    expect(await countRows(app)).toMatchObject({ notes: 0, members: 1 })
  })
})
