// Many concurrent calls, repeated calls, and valid calls that share a commit with invalid ones.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, newAddress, readContact } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { call, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { buildApp } from '../../app.ts'
import { readEvents, track, tracked } from './fixtures/track-steps.ts'
import { tidyTrackingJob } from './track.jobs.ts'

const DAY_MS = 86_400_000
const test = useTestApp()

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const countRows = async (table: 'events' | 'contacts', projectId: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where project_id = ${projectId}`.execute(
    test.deps.database.db,
  )
  return rows[0]?.count
}

describe('many calls at once', () => {
  it('lose nothing: 500 for 50 contacts are 500 events, 50 contacts and every key of data', async () => {
    const app = await inFreshProject(test)
    const emails = Array.from({ length: 50 }, newAddress)
    const results = await times(500, (index) =>
      tracked(app, { email: emails[index % 50], event: `e${index % 7}`, data: { [`key${index}`]: index } }),
    )
    expect(new Set(results.map(({ event }) => event)).size).toBe(500)
    expect(new Set(results.map(({ contact }) => contact)).size).toBe(50)
    // 500, and contact.created for each of the 50.
    expect(await countRows('events', app.project.projectId)).toBe(550)
    expect(await countRows('contacts', app.project.projectId)).toBe(50)
    for (const [place, email] of emails.entries()) {
      const keys = Array.from({ length: 10 }, (_, round) => place + 50 * round)
      expect((await readContact(app, email))?.data).toEqual(
        Object.fromEntries(keys.map((key) => [`key${key}`, key])),
      )
    }
  })

  it('on two nodes make one contact and lose no key', async () => {
    const node = { ...test, app: await buildApp(test.deps) }
    const email = newAddress()
    await times(60, (index) =>
      tracked(index % 2 === 0 ? test : node, { email, event: 'both', data: { [`k${index}`]: 1 } }),
    )
    expect(Object.keys((await readContact(test, email))?.data ?? {})).toHaveLength(60)
    await node.app.close()
  })

  it('are not harmed by one that is refused', async () => {
    const { email: full } = await buildContact(test, { data: { a: 'x'.repeat(60_000) } })
    const replies = await times(40, (index) =>
      track(test, {
        email: index === 17 ? full : newAddress(),
        event: 'neighbour',
        data: { b: index === 17 ? 'x'.repeat(10_000) : index },
      }),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      replies.map((_, index) => (index === 17 ? 422 : 200)),
    )
    expect(await readEvents(test, { name: 'neighbour' })).toHaveLength(39)
  })

  it('of several projects stay apart', async () => {
    const other = await inFreshProject(test)
    const email = newAddress()
    await times(20, (index) =>
      tracked(index % 2 === 0 ? test : other, { email, event: 'apart', data: { [`k${index}`]: 1 } }),
    )
    expect(Object.keys((await readContact(test, email))?.data ?? {})).toHaveLength(10)
    expect(Object.keys((await readContact(other, email))?.data ?? {})).toHaveLength(10)
  })
})

describe("the caller's own id", () => {
  it('makes one event of 20 calls at once, with one answer', async () => {
    const email = newAddress()
    const results = await times(20, (index) =>
      tracked(test, { email, event: 'paid', id: 'order-1', data: { index } }),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await readEvents(test, { name: 'paid' })).toMatchObject([{ id: results[0]?.event }])
  })

  it('makes one event on two nodes, for different addresses too', async () => {
    const node = { ...test, app: await buildApp(test.deps) }
    const results = await times(20, (index) =>
      tracked(index % 2 === 0 ? test : node, { email: newAddress(), event: 'moved', id: 'move-1' }),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await readEvents(test, { name: 'moved' })).toHaveLength(1)
    await node.app.close()
  })

  it('changes the contact once', async () => {
    const { email } = await buildContact(test, { data: { visits: 0 } })
    await tracked(test, { email, event: 'visit', id: 'visit-1', data: { visits: 1 } })
    await call(test, ['POST', '/contacts'], { body: { email, data: { visits: 5 } } })
    await tracked(test, { email, event: 'visit', id: 'visit-1', data: { visits: 1 }, subscribed: false })
    expect(await readContact(test, email)).toMatchObject({ data: { visits: 5 }, subscribed: true })
  })

  it("is the project's own", async () => {
    const body = { email: newAddress(), event: 'e', id: 'shared' }
    const ours = await tracked(test, body)
    const theirs = await tracked(test, body, { key: test.other.secretKey })
    expect(theirs.event).not.toBe(ours.event)
  })

  it('is free again after 7 days, swept up or not', async () => {
    const app = await inFreshProject(test)
    const body = { email: newAddress(), event: 'weekly', id: 'week' }
    const first = await tracked(app, body)
    test.clock.advance(7 * DAY_MS - 60_000)
    expect((await tracked(app, body)).event).toBe(first.event)
    await runJob(test.deps, tidyTrackingJob, { payload: {} })
    expect((await tracked(app, body)).event).toBe(first.event)
    test.clock.advance(120_000)
    const second = await tracked(app, body)
    expect(second.event).not.toBe(first.event)
    test.clock.advance(7 * DAY_MS + 60_000)
    await runJob(test.deps, tidyTrackingJob, { payload: {} })
    expect((await runJob(test.deps, tidyTrackingJob, { payload: {} })).kind).toBe('done')
    const { rows } = await sql`select from event_keys where key = 'secret week'`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([])
    expect(await readEvents(app, { name: 'weekly' })).toHaveLength(2)
    test.clock.advance(-14 * DAY_MS - 120_000)
  })

  it('is free again when the contact is deleted, with its events', async () => {
    const body = { email: newAddress(), event: 'gone', id: 'gone-1' }
    const first = await tracked(test, body)
    await call(test, ['DELETE', `/contacts/${first.contact}`])
    const results = await times(10, () => tracked(test, body))
    expect(new Set(results.map(({ event }) => event)).size).toBe(1)
    expect(results[0]?.event).not.toBe(first.event)
    expect(await readEvents(test, { name: 'gone' })).toHaveLength(1)
  })

  it('is not used up by a call that is refused', async () => {
    const { email } = await buildContact(test, { data: { a: 'x'.repeat(60_000) } })
    const refused = await track(test, {
      email,
      event: 'retry',
      id: 'retry-1',
      data: { b: 'x'.repeat(10_000) },
    })
    expect(fieldsOf(refused)).toEqual({ data: 'too_big' })
    await tracked(test, { email, event: 'retry', id: 'retry-1' })
    expect(await readEvents(test, { name: 'retry' })).toHaveLength(1)
  })
})

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'track-once' }

  it('repeats the answer without a second event', async () => {
    const body = { email: newAddress(), event: 'keyed' }
    const first = await tracked(test, body, { headers })
    const again = await track(test, body, { headers })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toMatchObject({ data: first })
    expect(await readEvents(test, { name: 'keyed' })).toHaveLength(1)
  })

  it('goes with an own id that was used before', async () => {
    const body = { email: newAddress(), event: 'both ways', id: 'both-1' }
    const first = await tracked(test, body)
    const second = await tracked(test, body, { headers: { 'idempotency-key': 'both-ways' } })
    expect(second).toEqual(first)
  })
})
