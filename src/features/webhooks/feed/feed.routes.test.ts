import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { sendOne } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { createWebhook, handleAnnouncements, track } from '../../../../test/support/webhooks.ts'
import { closeFeedJob } from '../webhooks.jobs.ts'

const test = useTestApp()

type Answer = {
  deliveries: {
    id: string
    type: string
    timestamp: string
    body: string
    headers: Record<string, string>
  }[]
  cursor: string
  missed: boolean
  secret: string
}

const get = (app: TestApp, query: Record<string, string> = {}, key?: string | null) =>
  call(app, ['GET', '/webhooks/listen'], { query, ...(key !== undefined && { key }) })

/** One answer; without a time it does not wait. */
async function listen(app: TestApp, query: Record<string, string> = {}): Promise<Answer> {
  const reply = await get(app, { timeout: '0', ...query })
  expect(reply.statusCode).toBe(200)
  return reply.json<Answer>()
}

const typesOf = ({ deliveries }: Answer) => deliveries.map(({ type }) => type)

async function record(app: TestApp, ...names: string[]): Promise<void> {
  for (const name of names) await track(app, name)
  await handleAnnouncements(app)
}

const countOf = async (app: TestApp, table: 'event_listeners' | 'webhook_feed_events' | 'webhook_feeds') => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where project_id = ${app.project.projectId}`.execute(
    app.deps.database.db,
  )
  return rows[0]?.count
}

describe('GET /webhooks/listen', () => {
  it('answers with each event once, signed by the secret it shows', async () => {
    const app = await inFreshProject(test)
    await record(app, 'before')
    const begin = await listen(app)
    expect(begin).toMatchObject({ deliveries: [], missed: false })
    await record(app, 'bought')
    const first = await listen(app, { after: begin.cursor })
    expect(typesOf(first)).toEqual(['bought'])
    const [delivery] = first.deliveries
    const event = new Webhook(first.secret).verify(delivery?.body ?? '', delivery?.headers ?? {})
    const { events } = (await call(app, ['GET', '/events'], { query: { name: 'bought' } })).json<{
      events: { id: string; createdAt: string }[]
    }>()
    expect(event).toEqual({ type: 'bought', timestamp: events[0]?.createdAt, data: events[0] })
    expect(delivery).toMatchObject({ id: events[0]?.id, timestamp: events[0]?.createdAt })
    const second = await listen(app, { after: first.cursor })
    expect([second.deliveries, second.secret]).toEqual([[], begin.secret])
    expect(typesOf(await listen(app, { after: begin.cursor }))).toEqual(['bought'])
  })

  it('answers when something happens while it waits', async () => {
    const app = await inFreshProject(test)
    const { cursor } = await listen(app, { types: 'bought' })
    const waiting = get(app, { after: cursor, types: 'bought', timeout: '60' })
    await record(app, 'bought')
    expect(typesOf((await waiting).json<Answer>())).toEqual(['bought'])
  })

  it('holds no database connection while it waits', async () => {
    const app = await inFreshProject(test)
    const { cursor } = await listen(app, { types: 'bought' })
    // More than the pool of a test has connections.
    const query = { after: cursor, types: 'bought', timeout: '60' }
    const waiting = Array.from({ length: 15 }, () => get(app, query))
    await record(app, 'bought')
    for (const reply of await Promise.all(waiting)) expect(typesOf(reply.json<Answer>())).toEqual(['bought'])
  })

  it('answers with the types that were asked for, also of emails, and records no others', async () => {
    const app = await inFreshProject(test)
    const { cursor } = await listen(app, { types: 'bought,email.queued' })
    const { email } = await sendOne(app)
    await record(app, 'seen', 'bought')
    const { deliveries } = await listen(app, { after: cursor, types: 'bought,email.queued' })
    expect(deliveries.map(({ type }) => type).toSorted()).toEqual(['bought', 'email.queued'])
    const queued = deliveries.find(({ type }) => type === 'email.queued')
    expect(JSON.parse(queued?.body ?? '')).toMatchObject({ data: { id: email, status: 'QUEUED' } })
    expect(await countOf(app, 'webhook_feed_events')).toBe(2)
  })

  it('adds the types of a second listener to those of the first', async () => {
    const app = await inFreshProject(test)
    const first = await listen(app, { types: 'bought' })
    const second = await listen(app, { types: 'seen' })
    await record(app, 'bought', 'seen')
    expect(typesOf(await listen(app, { types: 'bought', after: first.cursor }))).toEqual(['bought'])
    expect(typesOf(await listen(app, { types: 'seen', after: second.cursor }))).toEqual(['seen'])
  })

  it('leaves webhooks their events, and takes none from them', async () => {
    const app = await inFreshProject(test)
    const { id } = await createWebhook(app, { url: 'https://93.184.215.14/hook', events: ['bought'] })
    const { cursor } = await listen(app, { types: 'seen' })
    await record(app, 'bought', 'seen')
    expect(typesOf(await listen(app, { after: cursor, types: 'seen' }))).toEqual(['seen'])
    const log = await call(app, ['GET', `/webhooks/${id}/deliveries`])
    expect(log.json<{ deliveries: object[] }>().deliveries).toMatchObject([{ type: 'bought' }])
  })

  it('never shows the events of another project', async () => {
    const app = await inFreshProject(test)
    const other = await inFreshProject(test)
    const [ours, theirs] = [await listen(app), await listen(other)]
    await record(app, 'ours')
    await record(other, 'theirs')
    expect(typesOf(await listen(app, { after: ours.cursor, types: 'ours,theirs' }))).toEqual(['ours'])
    expect(ours.secret).not.toBe(theirs.secret)
    const foreign = await get(app, { after: theirs.cursor })
    expect([foreign.statusCode, errorOf(foreign).code]).toEqual([400, 'BAD_REQUEST'])
  })

  it('forgets the events of a contact that is deleted', async () => {
    const app = await inFreshProject(test)
    const contact = await buildContact(app)
    const { cursor } = await listen(app, { types: 'bought' })
    await track(app, 'bought', contact.email)
    await handleAnnouncements(app)
    await call(app, ['DELETE', `/contacts/${contact.id}`])
    expect(typesOf(await listen(app, { after: cursor, types: 'bought' }))).toEqual([])
  })

  it('keeps the newest 1000 events, and says to a listener who is behind that it missed some', async () => {
    const app = await inFreshProject(test)
    const { cursor } = await listen(app, { types: 'bought' })
    await record(app, 'bought')
    await sql`update webhook_feeds set last_position = 5000 where project_id = ${app.project.projectId}`.execute(
      app.deps.database.db,
    )
    await record(app, 'bought')
    expect(await countOf(app, 'webhook_feed_events')).toBe(1)
    const answer = await listen(app, { after: cursor, types: 'bought' })
    expect([answer.missed, answer.deliveries.length]).toEqual([true, 1])
    expect((await listen(app, { after: answer.cursor, types: 'bought' })).missed).toBe(false)
  })

  it('answers at most 100 events, and the rest with the next request', async () => {
    const app = await inFreshProject(test)
    const { cursor } = await listen(app, { types: 'bought' })
    await record(app, ...Array.from({ length: 105 }, () => 'bought'))
    const first = await listen(app, { after: cursor, types: 'bought' })
    const second = await listen(app, { after: first.cursor, types: 'bought' })
    expect([first.deliveries.length, second.deliveries.length]).toEqual([100, 5])
  })

  it('refuses the 21st waiting request of a project, and frees the place of a caller who has left', async () => {
    const app = await inFreshProject(test)
    const other = await inFreshProject(test)
    const [{ cursor }, theirs] = [await listen(app), await listen(other)]
    const leaving = new AbortController()
    const query = { after: cursor, timeout: '60' }
    const waiting = Array.from({ length: 20 }, () =>
      app.app
        .inject({
          method: 'GET',
          url: '/webhooks/listen',
          query,
          headers: { authorization: `Bearer ${app.project.secretKey}` },
          signal: leaving.signal,
        })
        .then(({ statusCode }) => statusCode)
        .catch(() => 'left' as const),
    )
    await eventually(async () => {
      const refused = await get(app, { after: cursor, timeout: '0' })
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
    })
    expect((await get(other, { after: theirs.cursor, timeout: '0' })).statusCode).toBe(200)
    leaving.abort()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['left']))
    await eventually(async () => {
      expect((await get(app, { after: cursor, timeout: '0' })).statusCode).toBe(200)
    })
  })

  it.each([
    [{ timeout: '61' }, { timeout: 'too_big' }],
    [{ timeout: '-1' }, { timeout: 'invalid_string' }],
    [{ timeout: '1.5' }, { timeout: 'invalid_string' }],
    [{ types: `bought,${'x'.repeat(256)}` }, { 'types.1': 'too_big' }],
    [{ types: 'email.bounce' }, { types: 'invalid_enum_value' }],
    [{ types: Array.from({ length: 101 }, (_, n) => `e${n}`).join(',') }, { types: 'too_big' }],
    [{ since: 'now' }, { since: 'unrecognized_keys' }],
  ])('refuses %j', async (query, fields) => {
    const reply = await get(test, query)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuses a cursor that is damaged', async () => {
    const { cursor } = await listen(await inFreshProject(test))
    for (const after of ['x', cursor]) {
      const reply = await get(test, { after })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'BAD_REQUEST'])
    }
  })

  it('needs a secret key with the scope full', async () => {
    const made = async (scopes: string[]) =>
      (await call(test, ['POST', '/keys'], { body: { name: 'key', scopes } })).json<{ key: string }>().key
    for (const key of [test.project.publicKey, await made(['read']), await made(['send'])]) {
      const reply = await get(test, { timeout: '0' }, key)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await get(test, {}, null)).statusCode).toBe(401)
    expect((await get(test, {}, `sk_${'x'.repeat(40)}`)).statusCode).toBe(401)
  })
})

describe('a feed that nobody listens to', () => {
  const close = (app: TestApp) =>
    runJob(app.deps, closeFeedJob, { payload: { projectId: app.project.projectId } })

  it('is deleted after ten minutes, and costs nothing from then on', async () => {
    const app = await inFreshProject(test)
    const { cursor } = await listen(app)
    await record(app, 'bought')
    expect(await close(app)).toMatchObject({ kind: 'snooze' })
    expect(typesOf(await listen(app, { after: cursor }))).toContain('bought')
    test.clock.advance(10 * 60_000 + 1)
    expect(await close(app)).toMatchObject({ kind: 'done' })
    // A second run finds nothing to do.
    expect(await close(app)).toMatchObject({ kind: 'done' })
    const tables = ['webhook_feeds', 'webhook_feed_events', 'event_listeners'] as const
    expect(await Promise.all(tables.map((table) => countOf(app, table)))).toEqual([0, 0, 0])
    await record(app, 'lost')
    const again = await listen(app, { after: cursor })
    expect([again.missed, again.deliveries]).toEqual([true, []])
    await record(app, 'found')
    expect(typesOf(await listen(app, { after: again.cursor }))).toEqual(['found'])
  })

  it('stays as long as somebody listens', async () => {
    const app = await inFreshProject(test)
    const { cursor } = await listen(app)
    test.clock.advance(6 * 60_000)
    await listen(app, { after: cursor })
    test.clock.advance(6 * 60_000)
    expect(await close(app)).toMatchObject({ kind: 'snooze' })
    await record(app, 'bought')
    expect(typesOf(await listen(app, { after: cursor }))).toContain('bought')
  })
})
