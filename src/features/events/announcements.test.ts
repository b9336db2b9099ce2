import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { buildContact, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { send } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { openDatabase } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { EmailId, ProjectId } from '../../platform/ids.ts'
import { runDueWork, startWorkLoop } from '../../platform/work/work-loop.ts'
import type { QueuedWork } from '../../platform/work/work-kinds.ts'
import type { Listener } from './announcements.service.ts'
import { derivedEventId } from './derived-event-id.ts'
import { announcementWork, setListenedNames } from './index.ts'
import type { Announcement } from './index.ts'

const test = useTestApp()
const delivery = useDelivery(test)
let serial = 0

/** A listener with a unique name, which records in the database what it handles. */
async function buildListener(
  app: TestApp,
  names: string[],
): Promise<Listener & { received: Announcement[] }> {
  const name = `listener-${(serial += 1)}`
  const received: Announcement[] = []
  await listen(app, { listener: name, names })
  return {
    name,
    received,
    handle: async (trx, { announcements }) => {
      received.push(...announcements)
      for (const { eventId } of announcements) {
        await sql`insert into worker_heartbeats (pool_id, seen_at) values (${`${name} ${eventId}`}, now())`.execute(
          trx,
        )
      }
    },
  }
}

const listen = ({ deps, project }: TestApp, options: { listener: string; names: string[] }) =>
  deps.database.db
    .transaction()
    .execute((trx) => setListenedNames(trx, { projectId: project.projectId, ...options }))

/** Counts what the listener has committed. */
async function effects({ name }: Listener): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from worker_heartbeats where starts_with(pool_id, ${`${name} `})`.execute(
    test.deps.database.db,
  )
  return rows[0]?.count ?? 0
}

const track = async (app: TestApp, event: string, email = newAddress()) => {
  const reply = await call(app, ['POST', '/v1/track'], { body: { email, event, data: { a: 1 } } })
  return reply.json<{ data: { event: string; contact: string } }>().data
}

/** In one statement, as the feeder of campaigns does it. */
async function insertQueued(projectId: ProjectId, count: number): Promise<void> {
  const now = test.clock.now()
  const ids = Array.from({ length: count }, () => newId<EmailId>(now))
  await sql`
    insert into email_queue (project_id, email_id, lane, status, run_at, give_up_at, content_id, source, address)
    select ${projectId}, id, 1, 'QUEUED', 'infinity', 'infinity', gen_random_uuid(), 'CAMPAIGN', 'a@example.com'
    from unnest(${ids}::uuid[]) as id`.execute(test.deps.database.db)
}

const dispatch = (listener: Listener, rest: Partial<QueuedWork> = {}) =>
  runDueWork(test.deps, { ...announcementWork(listener), ...rest })

describe('an event', () => {
  it('is announced once, as recorded, to listeners of its name', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['bought'])
    const { event, contact } = await track(app, 'bought')
    await track(app, 'seen')
    expect(await dispatch(listener)).toBe(1)
    expect(listener.received).toEqual([
      {
        projectId: app.project.projectId,
        eventId: event,
        name: 'bought',
        contactId: contact,
        emailId: null,
        data: { a: 1 },
        isThrottled: false,
        createdAt: expect.any(Date) as unknown,
      },
    ])
    expect(await dispatch(listener)).toBe(0)
  })

  it('of any name, including those of the service, is announced to listeners of all names', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['*', 'bought'])
    await track(app, 'bought')
    const { id } = await buildContact(app)
    await call(app, ['PATCH', `/contacts/${id}`], { body: { subscribed: false } })
    expect(await dispatch(listener)).toBe(4)
    expect(listener.received.map(({ name }) => name)).toEqual([
      'contact.created',
      'bought',
      'contact.created',
      'contact.unsubscribed',
    ])
  })

  it('is announced to each of several listeners, and to none in another project', async () => {
    const app = await inFreshProject(test)
    const listeners = [await buildListener(app, ['e']), await buildListener(app, ['*'])]
    const elsewhere = await buildListener(test, ['*'])
    await track(app, 'e')
    for (const listener of listeners) await dispatch(listener)
    expect(listeners.map(({ received }) => received.filter(({ name }) => name === 'e').length)).toEqual([
      1, 1,
    ])
    expect(await dispatch(elsewhere)).toBe(0)
  })

  it('leaves nothing behind without listeners', async () => {
    const app = await inFreshProject(test)
    await track(app, 'e')
    const { rows } = await sql`select from announcements where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([])
  })

  it('is no longer announced when the listener has dropped the name', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['a', 'b'])
    await listen(app, { listener: listener.name, names: ['b', 'c'] })
    for (const name of ['a', 'b', 'c']) await track(app, name)
    await dispatch(listener)
    expect(listener.received.map(({ name }) => name)).toEqual(['b', 'c'])
  })

  it('that is not stored is announced when emails are queued, sent and delivered', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['email.queued', 'email.sent', 'email.delivered'])
    const [first, copy] = await send(app, { to: newAddress(), cc: [newAddress()] })
    await dispatch(listener)
    expect(listener.received).toHaveLength(2)
    expect(listener.received[0]).toEqual({
      projectId: app.project.projectId,
      eventId: derivedEventId('email.queued', first?.email as EmailId),
      name: 'email.queued',
      contactId: first?.contact.id,
      emailId: first?.email,
      data: {},
      isThrottled: false,
      createdAt: expect.any(Date) as unknown,
    })
    expect(listener.received[1]).toMatchObject({ emailId: copy?.email, contactId: null })
    listener.received.length = 0
    await delivery.drain()
    await dispatch(listener)
    expect(listener.received.map(({ name }) => name).toSorted()).toEqual([
      'email.delivered',
      'email.delivered',
      'email.sent',
      'email.sent',
    ])
    expect(new Set(listener.received.map(({ eventId }) => eventId)).size).toBe(4)
    const { rows } = await sql`
      select from events where project_id = ${app.project.projectId} and name like 'email.%'`.execute(
      test.deps.database.db,
    )
    expect(rows).toHaveLength(0)
  })

  it('of many emails is one announcement per hundred, and none without listeners', async () => {
    const [app, quiet] = [await inFreshProject(test), await inFreshProject(test)]
    const listener = await buildListener(app, ['*'])
    const { db } = test.deps.database
    for (const { project } of [app, quiet]) await insertQueued(project.projectId, 250)
    const { rows } = await sql<{ project_id: string; emails: number }>`
      select project_id, cardinality(email_ids) as emails from announcements order by id`.execute(db)
    expect(rows).toEqual([100, 100, 50].map((emails) => ({ project_id: app.project.projectId, emails })))
    expect(await dispatch(listener)).toBe(3)
    expect(new Set(listener.received.map(({ emailId }) => emailId)).size).toBe(250)
  })

  it('of many emails is limited by events for a listener that wants it', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['*'])
    await insertQueued(app.project.projectId, 250)
    const sizes: number[] = []
    const handle: Listener['handle'] = async (_trx, { announcements }) => {
      sizes.push(announcements.length)
    }
    await dispatch({ ...listener, handle, mostEvents: 150 })
    expect(sizes).toEqual([200, 50])
  })

  it('that is throttled says so', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['e'])
    const email = newAddress()
    for (let times = 0; times < 31; times += 1) {
      await call(app, ['POST', '/v1/track'], { body: { email, event: 'e' }, key: app.project.publicKey })
    }
    await dispatch(listener)
    expect(listener.received.map(({ isThrottled }) => isThrottled)).toEqual([
      ...Array.from({ length: 30 }, () => false),
      true,
    ])
  })
})

describe('a listener', () => {
  it('that several loops serve handles everything once', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['e'])
    await Promise.all(Array.from({ length: 40 }, () => track(app, 'e')))
    const loops = Array.from({ length: 4 }, () =>
      startWorkLoop(test.deps, { ...announcementWork(listener), batchSize: 5 }),
    )
    await eventually(async () => expect(await effects(listener)).toBe(40))
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(new Set(listener.received.map(({ eventId }) => eventId)).size).toBe(40)
    expect([listener.received.length, await effects(listener)]).toEqual([40, 40])
  })

  it('whose loop is killed handles it again, and has done it once', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['e'])
    for (let times = 0; times < 3; times += 1) await track(app, 'e')
    const killed = openDatabase({ urls: [test.url], poolSize: 1, log: test.deps.log })
    onTestFinished(() => killed.close())
    const handle: Listener['handle'] = async (trx, batch) => {
      await listener.handle(trx, batch)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await test.deps.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`select 1`.execute(trx)
    }
    const parts = { ...test.deps, database: killed }
    expect(await runDueWork(parts, announcementWork({ ...listener, handle }))).toBe(0)
    expect(await effects(listener)).toBe(0)
    expect(await dispatch(listener)).toBe(3)
    expect(await effects(listener)).toBe(3)
  })

  it('that fails on one handles the others, and that one later, ever more rarely', async () => {
    test.clock.stop()
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['*'])
    await track(app, 'good')
    await track(app, 'poison')
    await track(app, 'good')
    let isMended = false
    const picky: Listener = {
      name: listener.name,
      handle: async (trx, batch) => {
        await listener.handle(trx, batch)
        if (!isMended && batch.announcements.some(({ name }) => name === 'poison')) throw new Error('poison')
      },
    }
    expect(await dispatch(picky)).toBe(5)
    expect(await effects(listener)).toBe(5)
    expect(await dispatch(picky)).toBe(0)
    for (const [waitMs, tries] of [
      [900, 0],
      [200, 1],
      [1500, 0],
      [600, 1],
    ] as const) {
      listener.received.length = 0
      test.clock.advance(waitMs)
      await dispatch(picky)
      // Once in the batch (alone here), and once alone.
      expect(listener.received.length).toBe(tries * 2)
    }
    isMended = true
    test.clock.advance(3_600_000)
    expect(await dispatch(picky)).toBe(1)
    expect(await effects(listener)).toBe(6)
  })

  it('is not held up by another that fails', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['e'])
    const failing = await buildListener(app, ['e'])
    await track(app, 'e')
    await dispatch({ name: failing.name, handle: () => Promise.reject(new Error('always')) })
    expect(await dispatch(listener)).toBe(1)
  })
})

describe('several projects', () => {
  /** Announcements of a project as an import leaves them, in one statement. */
  async function insertAnnounced({ project }: TestApp, { name }: Listener, count: number): Promise<void> {
    await sql`
      insert into announcements (project_id, listener, event_id, name, data, throttled, created_at)
      select ${project.projectId}, ${name}, gen_random_uuid(), 'e', jsonb_build_object('n', n), false, now()
      from generate_series(1, ${count}::int) as n`.execute(test.deps.database.db)
  }

  it.each([0, 1])('take turns: the backlog of one does not hold up another (%i)', async (place) => {
    const apps = [await inFreshProject(test), await inFreshProject(test)]
    const [large, bystander] = [apps[place], apps[1 - place]] as [TestApp, TestApp]
    const listener = await buildListener(large, ['e'])
    await insertAnnounced(large, listener, 50)
    await insertAnnounced(bystander, listener, 1)
    await dispatch(listener, { batchSize: 10, slots: 1 })
    const isOfLarge = ({ projectId }: Announcement) => projectId === large.project.projectId
    expect(listener.received.slice(0, 11).some((one) => !isOfLarge(one))).toBe(true)
    expect(listener.received.filter(isOfLarge).map(({ data }) => data.n)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })

  it('take turns if there are more of them than slots', async () => {
    const apps: TestApp[] = []
    for (let count = 0; count < 5; count += 1) apps.push(await inFreshProject(test))
    const listener = await buildListener(apps[0]!, ['e'])
    for (const app of apps) await insertAnnounced(app, listener, 10)
    await dispatch(listener, { batchSize: 2, slots: 1 })
    const first = listener.received.slice(0, 10)
    expect(new Set(first.map(({ projectId }) => projectId)).size).toBe(5)
  })

  it('do not suffer from one that the listener fails on', async () => {
    const [bad, good] = [await inFreshProject(test), await inFreshProject(test)]
    const listener = await buildListener(bad, ['e'])
    for (const app of [bad, good]) await insertAnnounced(app, listener, 5)
    const toldTogether: number[] = []
    const picky: Listener = {
      name: listener.name,
      handle: async (trx, batch) => {
        if (batch.projectId === bad.project.projectId) throw new Error('bad')
        toldTogether.push(batch.announcements.length)
        await listener.handle(trx, batch)
      },
    }
    expect(await dispatch(picky)).toBe(5)
    expect(toldTogether).toEqual([5])
  })
})

describe('the loop of a listener', () => {
  it('runs until it is stopped', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['e'])
    const loop = startWorkLoop(test.deps, announcementWork(listener))
    await track(app, 'e')
    await eventually(async () => expect(await effects(listener)).toBe(1))
    await loop.stop()
    await track(app, 'e')
    expect(await dispatch(listener)).toBe(1)
  })

  it('goes on when the database was away', async () => {
    const app = await inFreshProject(test)
    const listener = await buildListener(app, ['e'])
    const database = openDatabase({ urls: [test.url], poolSize: 1, log: test.deps.log })
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const loop = startWorkLoop({ ...test.deps, database }, announcementWork(listener))
    onTestFinished(async () => {
      await loop.stop()
      await database.close()
    })
    await track(app, 'e')
    await eventually(async () => expect(await effects(listener)).toBe(1))
    await test.deps.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await track(app, 'e')
    await eventually(async () => expect(await effects(listener)).toBe(2))
  })
})
