import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildContact, inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { setProjectDisabled } from '../../projects/index.ts'
import { createEmailAnnouncer, listenForEmail } from './email-signal.ts'

const test = useTestApp()

type Notifications = { count: number; projects: readonly ProjectId[]; withdrawn: (readonly ProjectId[])[] }

async function listen(): Promise<Notifications> {
  const received: Notifications = { count: 0, projects: [], withdrawn: [] }
  const { database, log } = test.deps
  const listening = await listenForEmail(database, {
    log,
    onEmail: (projects) => Object.assign(received, { count: received.count + 1, projects }),
    onWithdrawn: (projects) => received.withdrawn.push(projects),
  })
  onTestFinished(() => listening.close())
  return received
}

describe('a notification of new email', () => {
  it('reaches all listeners, once for many emails of one moment', async () => {
    const [one, two] = [await listen(), await listen()]
    const announcer = createEmailAnnouncer(test.deps.database.db, test.deps.log)
    for (let count = 0; count < 100; count += 1) announcer.announce(test.project.projectId)
    await eventually(() => expect([one.count, two.count]).toEqual([1, 1]))
    expect(one.projects).toEqual([test.project.projectId])
    announcer.announce(test.project.projectId)
    await eventually(() => expect([one.count, two.count]).toEqual([2, 2]))
  })

  it('names no project if they are too many, so that workers scan the queue', async () => {
    const received = await listen()
    const announcer = createEmailAnnouncer(test.deps.database.db, test.deps.log)
    for (let count = 0; count < 300; count += 1) announcer.announce(newId<ProjectId>(test.clock.now()))
    await eventually(() => expect(received.count).toBe(1))
    expect(received.projects).toEqual([])
  })

  it('is received again after the connection was lost', async () => {
    const received = await listen()
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen lettermill_mail'`.execute(test.deps.database.db)
    const announcer = createEmailAnnouncer(test.deps.database.db, test.deps.log)
    await eventually(() => {
      announcer.announce(test.project.projectId)
      expect(received.count).toBeGreaterThan(0)
    })
  })

  it('is not received by the next user of the connection', async () => {
    const { database, log } = test.deps
    const listening = await listenForEmail(database, {
      log,
      onEmail: () => undefined,
      onWithdrawn: () => undefined,
    })
    await listening.close()
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and query = 'listen lettermill_mail'`.execute(database.db)
      expect(rows).toEqual([])
    })
  })
})

describe('a notification that email may have been withdrawn', () => {
  const db = () => test.deps.database.db
  const none = () => Promise.resolve('')
  const ofContact = async (app: TestApp) => (await buildContact(app)).id
  const ofCampaign = async (app: TestApp) => {
    const body = { name: 'C', subject: 'S', body: 'B', from: 'a@shop.test', audienceType: 'ALL' }
    const reply = await call(app, ['POST', '/campaigns'], { body })
    return reply.json<{ data: { id: string } }>().data.id
  }

  it.each<[string, (app: TestApp) => Promise<string>, (app: TestApp, id: string) => Promise<unknown>]>([
    [
      'a contact unsubscribes',
      ofContact,
      (app, id) => call(app, ['PATCH', `/contacts/${id}`], { body: { subscribed: false } }),
    ],
    ['a contact is deleted', ofContact, (app, id) => call(app, ['DELETE', `/contacts/${id}`])],
    [
      'an address is suppressed',
      none,
      (app) => call(app, ['POST', '/suppressions'], { body: { email: newAddress() } }),
    ],
    [
      'a campaign is paused',
      ofCampaign,
      (_app, id) =>
        sql`update campaigns set status = 'SENDING', started_at = now(), leaves_at = now(),
        paused_at = now(), pause_reason = 'x' where id = ${id}`.execute(db()),
    ],
    [
      'a campaign is cancelled',
      ofCampaign,
      (_app, id) =>
        sql`update campaigns set status = 'CANCELLED', started_at = now() where id = ${id}`.execute(db()),
    ],
    [
      'marketing email of the project is paused',
      none,
      ({ project: { projectId } }) =>
        sql`insert into project_health (project_id, state, reason, changed_at)
        values (${projectId}, 'PAUSED', 'x', now())`.execute(db()),
    ],
    [
      'the project is disabled',
      none,
      ({ project: { projectId } }) =>
        setProjectDisabled(db(), { projectId, isDisabled: true, now: test.clock.now() }),
    ],
  ])('comes when %s', async (_what, prepare, withdraw) => {
    const app = await inFreshProject(test)
    const id = await prepare(app)
    const received = await listen()
    await withdraw(app, id)
    await eventually(() => expect(received.withdrawn).toContainEqual([app.project.projectId]))
  })

  it('does not come with other changes', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app, { subscribed: false })
    const received = await listen()
    await call(app, ['PATCH', `/contacts/${id}`], { body: { subscribed: true, data: { plan: 'pro' } } })
    await call(test, ['POST', '/suppressions'], { body: { email: newAddress() } })
    await eventually(() => expect(received.withdrawn).toContainEqual([test.project.projectId]))
    expect(received.withdrawn).not.toContainEqual([app.project.projectId])
  })

  it('is about any project when it may have been missed', async () => {
    const received = await listen()
    expect(received.withdrawn).toEqual([[]])
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen lettermill_mail'`.execute(db())
    await eventually(() => expect(received.withdrawn).toEqual([[], []]))
  })
})
