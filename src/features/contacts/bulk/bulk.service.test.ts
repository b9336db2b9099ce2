import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  buildContacts,
  buildImport,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
  readJob,
} from '../../../../test/support/factories.ts'
import type { JobRecord } from '../../../../test/support/factories.ts'
import { drain, expectEnqueued, runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { bulkContactsJob } from '../contacts.jobs.ts'

const test = useTestApp()
const UNKNOWN = '01890000-0000-7000-8000-000000000000'

const bulk = (app: TestApp, body: unknown): Promise<Reply> => call(app, ['POST', '/contacts/bulk'], { body })

async function done(app: TestApp, body: unknown): Promise<JobRecord> {
  const reply = await bulk(app, body)
  if (reply.statusCode !== 202) throw new Error(reply.body)
  await drain(app.deps)
  return readJob(app, reply.json<{ jobId: string }>().jobId)
}

async function totals(app: TestApp): Promise<[all: number, subscribed: number]> {
  const count = async (query: Record<string, string>) =>
    (await call(app, ['GET', '/contacts'], { query })).json<{ total: number }>().total
  return [await count({}), await count({ subscribed: 'true' })]
}

async function countEvents({ deps, project }: TestApp, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from events where project_id = ${project.projectId} and name = ${name}`.execute(
    deps.database.db,
  )
  return rows[0]?.count ?? -1
}

describe('POST /contacts/bulk', () => {
  it('answers at once with a job that waits', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const reply = await bulk(app, { action: 'unsubscribe', ids: [id], extra: 'ignored' })
    expect(reply.statusCode).toBe(202)
    const { jobId, ...job } = reply.json<JobRecord & { jobId: string }>()
    expect(job).toMatchObject({
      id: jobId,
      type: 'contacts.unsubscribe',
      status: 'QUEUED',
      progress: { done: 0, total: 1, failed: 0 },
    })
    expect(await readJob(app, jobId)).toEqual(job)
    await expectEnqueued(app.deps, bulkContactsJob, { operationId: jobId, projectId: app.project.projectId })
    await drain(app.deps)
    expect(await readJob(app, jobId)).toMatchObject({
      status: 'DONE',
      progress: { done: 1, total: 1, failed: 0 },
    })
  })

  it.each<[body: unknown, fields: Record<string, string>]>([
    [{}, { action: 'required', ids: 'custom' }],
    [
      { action: 'addToSegment', ids: [5] },
      { 'ids.0': 'invalid_type', segmentId: 'required' },
    ],
    [{ action: 'subscribe' }, { ids: 'custom' }],
    [{ action: 'subscribe', ids: [UNKNOWN], filter: {} }, { ids: 'custom' }],
    [{ action: 'archive', filter: {} }, { action: 'invalid_enum_value' }],
    [{ action: 5, filter: {} }, { action: 'invalid_enum_value' }],
    [{ action: 'delete', ids: [] }, { ids: 'too_small' }],
    [{ action: 'delete', ids: Array(10_001).fill(UNKNOWN) }, { ids: 'too_big' }],
    [{ action: 'delete', ids: UNKNOWN }, { ids: 'invalid_type' }],
    [
      { action: 'delete', ids: [UNKNOWN, 5, null] },
      { 'ids.1': 'invalid_type', 'ids.2': 'invalid_type' },
    ],
    [{ action: 'delete', filter: { segmentId: UNKNOWN } }, { filter: 'unrecognized_keys' }],
    [{ action: 'delete', filter: [] }, { filter: 'invalid_type' }],
    [{ action: 'delete', filter: 'all' }, { filter: 'invalid_type' }],
    [{ action: 'delete', filter: null }, { ids: 'custom' }],
    // A condition that is null must not be ignored.
    [{ action: 'delete', filter: { search: null } }, { 'filter.search': 'invalid_type' }],
    [
      { action: 'delete', filter: { subscribed: 'true', search: 5 } },
      { 'filter.subscribed': 'invalid_type', 'filter.search': 'invalid_type' },
    ],
    [{ action: 'delete', filter: { search: 'x'.repeat(255) } }, { 'filter.search': 'too_big' }],
    [{ action: 'delete', filter: { search: 'a\0b' } }, { 'filter.search': 'invalid_string' }],
  ])('refuses bad input and does nothing: case %#', async (body, fields) => {
    const app = await inFreshProject(test)
    await buildContacts(app, 2)
    const reply = await bulk(app, body)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(fieldsOf(reply)).toEqual(fields)
    await drain(app.deps)
    expect(await totals(app)).toEqual([2, 2])
  })

  it('acts once for one Idempotency-Key', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 2)
    const options = {
      body: { action: 'unsubscribe', filter: {} },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }
    const first = await call(app, ['POST', '/contacts/bulk'], options)
    const again = await call(app, ['POST', '/contacts/bulk'], options)
    expect([again.statusCode, again.body]).toEqual([202, first.body])
  })
})

describe('a bulk action by ids', () => {
  it('reaches the contacts that are named, and no other', async () => {
    const app = await inFreshProject(test)
    const [first, second, third] = await Promise.all([
      buildContact(app),
      buildContact(app),
      buildContact(app),
    ])
    const job = await done(app, { action: 'unsubscribe', ids: [first.id, third.id.toUpperCase()] })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 2, total: 2, failed: 0 }, errors: [] })
    const flags = await Promise.all([first, second, third].map(({ email }) => readContact(app, email)))
    expect(flags.map((contact) => contact?.subscribed)).toEqual([false, true, false])
    expect(await readContact(app, second.email)).toEqual(second)
  })

  it('counts unknown, foreign and malformed ids as failed, each with a reason', async () => {
    const app = await inFreshProject(test)
    const own = await buildContact(app)
    const foreign = await buildContact(app, { project: test.other })
    const job = await done(app, { action: 'delete', ids: [UNKNOWN, own.id, foreign.id, 'no id'] })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 1, total: 4, failed: 3 } })
    const missing = (row: number) => ({ row, field: 'ids', message: 'There is no such contact.' })
    expect(job.errors).toEqual([missing(1), missing(3), missing(4)])
    expect(await readContact(app, foreign.email, { key: test.other.secretKey })).toEqual(foreign)
    expect(await readContact(app, own.email)).toBeUndefined()
  })

  it('goes through more than one batch, and keeps the first thousand errors', async () => {
    const app = await inFreshProject(test)
    const known = (await buildContacts(app, 1300)).map(({ id }) => id)
    const unknown = Array.from({ length: 1200 }, () => crypto.randomUUID())
    const job = await done(app, { action: 'unsubscribe', ids: [...unknown, ...known] })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 1300, total: 2500, failed: 1200 } })
    expect(job.errors.map(({ row }) => row)).toEqual(Array.from({ length: 1000 }, (_, n) => n + 1))
    expect(await totals(app)).toEqual([1300, 0])
  })

  it('acts once on a contact that is named twice', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const job = await done(app, { action: 'unsubscribe', ids: [id, id, UNKNOWN, UNKNOWN] })
    expect(job.progress).toEqual({ done: 2, total: 4, failed: 2 })
    expect(await readEventNames(app, id)).toEqual(['contact.created', 'contact.unsubscribed'])
  })
})

describe('a bulk action by filter', () => {
  it('reaches what the list with that filter shows', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 4, { emailOf: (n) => `in${n}@match.example` })
    await buildContacts(app, 2, { emailOf: (n) => `out${n}@match.example`, subscribed: false })
    await buildContacts(app, 3, { emailOf: (n) => `in${n}@other.example` })
    const job = await done(app, { action: 'delete', filter: { search: '@MATCH.', subscribed: true } })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 4, total: 4, failed: 0 } })
    expect(await totals(app)).toEqual([5, 3])
  })

  it('takes the signs of a search literally', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 2)
    expect(await done(app, { action: 'delete', filter: { search: '%' } })).toMatchObject({
      progress: { done: 0 },
    })
    expect(await totals(app)).toEqual([2, 2])
  })

  it('stays inside the project', async () => {
    const app = await inFreshProject(test)
    const foreign = await buildContact(app, { project: test.other })
    await done(app, { action: 'delete', filter: {} })
    expect(await readContact(app, foreign.email, { key: test.other.secretKey })).toEqual(foreign)
  })

  it('goes through all batches', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 2500)
    const job = await done(app, { action: 'unsubscribe', filter: { subscribed: true } })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 2500, total: 2500, failed: 0 } })
    expect(await totals(app)).toEqual([2500, 0])
    expect(await countEvents(app, 'contact.unsubscribed')).toBe(2500)
  })

  it('ends where the number of contacts is a whole number of batches', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 2000)
    expect(await done(app, { action: 'delete', filter: {} })).toMatchObject({
      status: 'DONE',
      progress: { done: 2000, total: 2000 },
    })
  })

  it('does not touch contacts that are made after the call', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 3)
    const reply = await bulk(app, { action: 'delete', filter: {} })
    const later = await buildContact(app)
    const imported = newAddress()
    await buildImport(app, `email\n${imported}\n`)
    expect(await readJob(app, reply.json<{ jobId: string }>().jobId)).toMatchObject({
      status: 'DONE',
      progress: { done: 3, total: 3 },
    })
    expect(await readContact(app, later.email)).toEqual(later)
    expect(await readContact(app, imported)).toBeDefined()
    expect(await totals(app)).toEqual([2, 2])
  })

  it('is done at once where nobody matches', async () => {
    const app = await inFreshProject(test)
    expect(await done(app, { action: 'subscribe', filter: {} })).toMatchObject({
      status: 'DONE',
      progress: { done: 0, total: 0, failed: 0 },
    })
  })
})

describe('the effect of a bulk action', () => {
  it('is an event for everyone whose flag changed, and for nobody else', async () => {
    const app = await inFreshProject(test)
    const yes = await buildContact(app)
    const no = await buildContact(app, { subscribed: false })
    test.clock.advance(1000)
    await done(app, { action: 'subscribe', filter: {} })
    expect(await readEventNames(app, yes.id)).toEqual(['contact.created'])
    expect(await readContact(app, yes.email)).toEqual(yes)
    expect(await readEventNames(app, no.id)).toEqual(['contact.created', 'contact.subscribed'])
    await done(app, { action: 'unsubscribe', ids: [yes.id, no.id] })
    expect(await readEventNames(app, yes.id)).toEqual(['contact.created', 'contact.unsubscribed'])
    expect(await readEventNames(app, no.id)).toEqual([
      'contact.created',
      'contact.subscribed',
      'contact.unsubscribed',
    ])
  })

  it('takes the events of those whom it deletes', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    await done(app, { action: 'delete', ids: [id] })
    expect(await readEventNames(app, id)).toEqual([])
    expect((await call(app, ['GET', `/contacts/${id}`])).statusCode).toBe(404)
  })
})

describe('contacts.bulk', () => {
  async function started(app: TestApp, body: unknown) {
    const operationId = (await bulk(app, body)).json<{ jobId: string }>().jobId
    const payload = { projectId: app.project.projectId, operationId }
    return {
      operationId,
      run: (signal?: AbortSignal) =>
        runJob(app.deps, bulkContactsJob, { payload, ...(signal && { signal }) }),
    }
  }

  it.each([
    ['by filter', () => ({ filter: {} })],
    ['by ids', (ids: string[]) => ({ ids })],
  ])('goes on behind the last batch each time that its worker is told to stop (%s)', async (_how, pick) => {
    const app = await inFreshProject(test)
    const ids = (await buildContacts(app, 2100)).map(({ id }) => id)
    const { operationId, run } = await started(app, { action: 'unsubscribe', ...pick(ids) })
    const states = []
    for (let stops = 0; stops < 2; stops += 1) {
      expect(await run(AbortSignal.abort())).toEqual({ kind: 'snooze', forMs: 0 })
      const { status, progress } = await readJob(app, operationId)
      states.push([status, progress.done, (await totals(app))[1]])
    }
    expect(states).toEqual([
      ['RUNNING', 1000, 1100],
      ['RUNNING', 2000, 100],
    ])
    expect(await run()).toEqual({ kind: 'done' })
    expect(await readJob(app, operationId)).toMatchObject({
      status: 'DONE',
      progress: { done: 2100, total: 2100 },
    })
    expect(await countEvents(app, 'contact.unsubscribed')).toBe(2100)
  })

  it('has one effect when two workers run it at the same time, and when it is run again', async () => {
    const app = await inFreshProject(test)
    const contacts = await buildContacts(app, 1500)
    const { operationId, run } = await started(app, { action: 'unsubscribe', filter: {} })
    expect(await Promise.all([run(), run()])).toEqual([{ kind: 'done' }, { kind: 'done' }])
    const before = await readJob(app, operationId)
    expect(before).toMatchObject({ status: 'DONE', progress: { done: 1500, total: 1500, failed: 0 } })
    await call(app, ['PATCH', `/contacts/${contacts[0]?.id}`], { body: { subscribed: true } })
    expect(await run()).toEqual({ kind: 'done' })
    expect(await readJob(app, operationId)).toEqual(before)
    expect(await totals(app)).toEqual([1500, 1])
    expect(await countEvents(app, 'contact.unsubscribed')).toBe(1500)
  })

  it('goes on behind the last batch after a crash in the middle of the next', async () => {
    const app = await inFreshProject(test)
    const [oldest] = await buildContacts(app, 1500)
    const { operationId, run } = await started(app, { action: 'unsubscribe', filter: {} })
    await sql`alter table contacts add constraint crash check (subscribed or id <> ${sql.lit(oldest?.id)}) not valid`.execute(
      app.deps.database.db,
    )
    await expect(run()).rejects.toThrow(/crash/)
    await sql`alter table contacts drop constraint crash`.execute(app.deps.database.db)
    expect(await readJob(app, operationId)).toMatchObject({ status: 'RUNNING', progress: { done: 1000 } })
    expect(await totals(app)).toEqual([1500, 500])
    await run()
    expect(await readJob(app, operationId)).toMatchObject({ status: 'DONE', progress: { done: 1500 } })
    expect(await countEvents(app, 'contact.unsubscribed')).toBe(1500)
  })
})
