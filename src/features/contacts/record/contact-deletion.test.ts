// The events of a deleted contact, including those written at the same moment.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { untilBlocked } from '../../../../test/support/database/blocked.ts'
import {
  buildContact,
  inFreshProject,
  readEventNames,
  TEST_SOURCE,
} from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId } from '../../../platform/ids.ts'
import { forgetContactsJob, insertEvents } from '../../events/index.ts'
import { upsertContacts } from '../upsert/upsert.queries.ts'

const test = useTestApp()
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

/** Writes an event for a contact that was read but not locked. */
async function insertEvent(trx: Trx, contactId: string): Promise<void> {
  const now = test.clock.now()
  await insertEvents(sql`values (${own.project.projectId}::uuid, ${newId<EventId>(now)}::uuid, 'email.opened',
    ${contactId}::uuid, null::uuid, '{}'::jsonb, ${now}::timestamptz)`).execute(trx)
}

async function totalOfEvents(): Promise<{ total: number; events: unknown[] }> {
  return (await call(own, ['GET', '/events'])).json()
}

const deleteAlone = (id: string) => call(own, ['DELETE', `/contacts/${id}`])

async function deleteWithOthers(id: string) {
  await call(own, ['POST', '/contacts/bulk'], { body: { action: 'delete', ids: [id] } })
  await drain(test.deps)
}

describe('deleting a contact', () => {
  it('deletes its events and nobody else’s, and the totals follow', async () => {
    const [gone, stays] = [await buildContact(own), await buildContact(own)]
    expect((await call(own, ['DELETE', `/contacts/${gone.id}`])).statusCode).toBe(204)
    expect(await readEventNames(own, gone.id)).toEqual([])
    expect(await readEventNames(own, stays.id)).toEqual(['contact.created'])
    expect(await totalOfEvents()).toMatchObject({ total: 1, events: [{ contactId: stays.id }] })
  })

  it('waits for who writes to it, and deletes the events that came with that', async () => {
    const { id, email } = await buildContact(own)
    const { projectId } = own.project
    const now = test.clock.now()
    const deleted = await test.deps.database.db.transaction().execute(async (trx) => {
      const data = { set: { seen: true }, remove: [] }
      const write = {
        projectId,
        email,
        subscribed: false,
        subscribedIfNew: false,
        data,
        source: TEST_SOURCE,
        now,
      }
      await upsertContacts(trx, [write])
      const reply = call(own, ['DELETE', `/contacts/${id}`])
      await untilBlocked(test.deps.database.db)
      await insertEvent(trx, id)
      return { reply }
    })
    expect((await deleted.reply).statusCode).toBe(204)
    expect(await readEventNames(own, id)).toEqual([])
    expect(await totalOfEvents()).toMatchObject({ total: 0, events: [] })
  })

  it.each([
    ['alone', deleteAlone],
    ['with others', deleteWithOthers],
  ])('leaves no event that was written meanwhile for long: %s', async (_how, remove) => {
    const { id } = await buildContact(own)
    await test.deps.database.db.transaction().execute(async (trx) => {
      await insertEvent(trx, id)
      await remove(id)
    })
    expect((await call(own, ['GET', `/contacts/${id}`])).statusCode).toBe(404)
    expect(await readEventNames(own, id)).toEqual(['email.opened'])
    const payload = { projectId: own.project.projectId, contactIds: [id as ContactId] }
    await expectEnqueuedLater(payload)
    for (let times = 0; times < 2; times += 1) {
      expect(await runJob(test.deps, forgetContactsJob, { payload })).toEqual({ kind: 'done' })
    }
    expect(await readEventNames(own, id)).toEqual([])
    expect(await totalOfEvents()).toMatchObject({ total: 0, events: [] })
  })

  it('does not free another project of its events', async () => {
    const { id } = await buildContact(own)
    const payload = { projectId: test.other.projectId, contactIds: [id as ContactId] }
    await runJob(test.deps, forgetContactsJob, { payload })
    expect(await readEventNames(own, id)).toEqual(['contact.created'])
  })
})

/** The queued job, which runs once every concurrent statement has ended. */
async function expectEnqueuedLater(payload: unknown): Promise<void> {
  const { rows } = await sql<{ is_later: boolean }>`
    select j.run_at > now() + interval '1 minute' as is_later from graphile_worker._private_jobs as j
    join graphile_worker._private_tasks as t on t.id = j.task_id
    where t.identifier = ${forgetContactsJob.name} and j.payload::jsonb = ${JSON.stringify(payload)}::jsonb`.execute(
    test.deps.database.db,
  )
  expect(rows).toEqual([{ is_later: true }])
}
