// The import job while workers are killed, stopped or doubled.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildContacts,
  buildImport,
  contactEmailsOf,
  contactSegmentsOf,
  inFreshProject,
  readContact,
  readJob,
  uploadCsv,
} from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { OperationId } from '../../../platform/ids.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { importContactsJob } from '../contacts.jobs.ts'
import { runImport } from './import-run.service.ts'

const test = useTestApp()

const BATCH_ROWS = 50
const NOTE = 'é'.repeat(2_900)

/** About 6 kB per row: 410 rows are nine batches in three pieces, with multi-byte characters at the cuts. */
const fileOf = (rows: number): string =>
  `email,n,note\n${Array.from({ length: rows }, (_, n) => `row${n}@example.com,${n},${NOTE}\n`).join('')}`

type StartedImport = { app: TestApp; operationId: OperationId }

async function startImport(csv: string): Promise<StartedImport> {
  const app = await inFreshProject(test)
  const reply = await uploadCsv(app, csv, { query: { events: 'true' } })
  const operationId = reply.json<{ jobId: OperationId }>().jobId
  return { app, operationId }
}

/** As the job does it, in batches of a few rows. */
function run({ app, operationId }: StartedImport, signal = new AbortController().signal): Promise<Outcome> {
  return runImport(test.deps, {
    projectId: app.project.projectId,
    operationId,
    signal,
    emails: contactEmailsOf(test.deps),
    segments: contactSegmentsOf(test.deps),
    batchRows: BATCH_ROWS,
  })
}

async function count(
  { app }: StartedImport,
  table: 'contacts' | 'events' | 'operation_uploads',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where project_id = ${app.project.projectId}`.execute(
    app.deps.database.db,
  )
  return rows[0]?.count ?? -1
}

/** Every row took effect once: contacts, events, progress and totals agree, and the file is gone. */
async function expectWhole(started: StartedImport, rows: number): Promise<void> {
  expect(await readJob(started.app, started.operationId)).toMatchObject({
    status: 'DONE',
    progress: { done: rows, total: rows, failed: 0 },
    errors: [],
  })
  expect(await count(started, 'contacts')).toBe(rows)
  expect(await count(started, 'events')).toBe(rows)
  expect(await count(started, 'operation_uploads')).toBe(0)
  const listed = await call(started.app, ['GET', '/contacts'])
  expect(listed.json()).toMatchObject({ total: rows })
}

describe('contacts.import', () => {
  it('continues after the last batch each time its worker is stopped', async () => {
    const started = await startImport(fileOf(410))
    expect(await count(started, 'operation_uploads')).toBeGreaterThan(2)
    const states = []
    for (let stops = 0; stops < 3; stops += 1) {
      expect(await run(started, AbortSignal.abort())).toEqual({ kind: 'snooze', forMs: 0 })
      const { status, progress } = await readJob(started.app, started.operationId)
      states.push([status, progress.done, progress.total, await count(started, 'contacts')])
    }
    expect(states).toEqual([
      ['RUNNING', 50, 410, 50],
      ['RUNNING', 100, 410, 100],
      ['RUNNING', 150, 410, 150],
    ])
    expect(await run(started)).toEqual({ kind: 'done' })
    await expectWhole(started, 410)
    expect(await readContact(started.app, 'row200@example.com')).toMatchObject({
      data: { n: 200, note: NOTE },
    })
  })

  it('continues after the last batch when a worker crashes during the next one', async () => {
    const started = await startImport(fileOf(210))
    await sql`
      alter table contacts add constraint crash check (email <> 'row208@example.com') not valid`.execute(
      test.deps.database.db,
    )
    await expect(run(started)).rejects.toThrow(/crash/)
    await sql`alter table contacts drop constraint crash`.execute(test.deps.database.db)
    expect(await readJob(started.app, started.operationId)).toMatchObject({
      status: 'RUNNING',
      progress: { done: 200, failed: 0 },
    })
    expect(await count(started, 'contacts')).toBe(200)
    expect(await count(started, 'events')).toBe(200)
    await run(started)
    await expectWhole(started, 210)
  })

  it('applies every row once when two workers run it at the same time', async () => {
    const started = await startImport(fileOf(210))
    const outcomes = await Promise.all([run(started), run(started)])
    expect(outcomes).toContainEqual({ kind: 'done' })
    expect(await run(started)).toEqual({ kind: 'done' })
    await expectWhole(started, 210)
  })

  it('does nothing when it is run again after its end', async () => {
    const started = await startImport('email,n\nann@example.com,1\nbad,2\n')
    await run(started)
    const before = await readJob(started.app, started.operationId)
    expect(before).toMatchObject({ status: 'DONE', progress: { done: 1, total: 2, failed: 1 } })
    const contact = await readContact(started.app, 'ann@example.com')
    test.clock.advance(1000)
    expect(await run(started)).toEqual({ kind: 'done' })
    expect(await readJob(started.app, started.operationId)).toEqual(before)
    expect(await readContact(started.app, 'ann@example.com')).toEqual(contact)
    expect(await count(started, 'events')).toBe(1)
  })

  it('finds its place again in a file with blank lines, bad rows and line breaks in cells', async () => {
    const kinds = ['ok#@example.com,"a\nb"\n', '\n\n', 'bad#,x\n', '\r\nok#@two.example.com,y\n']
    const csv = `email,x\n${Array.from({ length: 1_400 }, (_, n) => kinds[n % 4]?.replace('#', String(n))).join('')}`
    const started = await startImport(csv)
    await run(started, AbortSignal.abort())
    await run(started)
    const { status, progress, errors } = await readJob(started.app, started.operationId)
    expect([status, progress]).toEqual(['DONE', { done: 700, total: 1050, failed: 350 }])
    expect(await count(started, 'contacts')).toBe(700)
    // The second of three records is invalid.
    expect(errors.map(({ row }) => row)).toEqual(Array.from({ length: 350 }, (_, n) => 3 * n + 3))
  })

  it('merges an address that comes in two batches', async () => {
    const filler = Array.from({ length: BATCH_ROWS }, (_, n) => `filler${n}@example.com,,`).join('\n')
    const started = await startImport(`email,a,b\nann@example.com,1,1\n${filler}\nann@example.com,,2\n`)
    await run(started)
    expect((await readJob(started.app, started.operationId)).progress.done).toBe(BATCH_ROWS + 2)
    expect(await count(started, 'contacts')).toBe(BATCH_ROWS + 1)
    expect(await count(started, 'events')).toBe(BATCH_ROWS + 1)
    expect(await readContact(started.app, 'ann@example.com')).toMatchObject({ data: { a: 1, b: 2 } })
  })

  it('fails as a job, not as a process, when its file cannot be read, and goes on later', async () => {
    const started = await startImport('email\nann@example.com\n')
    await sql`alter table operation_uploads rename to hidden_uploads`.execute(test.deps.database.db)
    await expect(run(started)).rejects.toThrow(/operation_uploads/)
    await sql`alter table hidden_uploads rename to operation_uploads`.execute(test.deps.database.db)
    expect(await run(started)).toEqual({ kind: 'done' })
    expect(await readJob(started.app, started.operationId)).toMatchObject({
      status: 'DONE',
      progress: { done: 1 },
    })
  })

  it('has nothing to do for an operation that is gone', async () => {
    const started = await startImport('email\nann@example.com\n')
    await sql`delete from operations where id = ${started.operationId}`.execute(test.deps.database.db)
    expect(await run(started)).toEqual({ kind: 'done' })
    expect(await count(started, 'contacts')).toBe(0)
  })

  it('leaves no stored file behind, however it ends', async () => {
    const done = await startImport('email\nann@example.com\n')
    const unreadable = await startImport('email,x\nann@example.com,"x\n')
    expect(await count(unreadable, 'operation_uploads')).toBe(1)
    await drain(test.deps)
    expect((await readJob(unreadable.app, unreadable.operationId)).status).toBe('FAILED')
    expect(await count(done, 'operation_uploads')).toBe(0)
    expect(await count(unreadable, 'operation_uploads')).toBe(0)
  })

  it('leaves no stored file behind when its last try fails', async () => {
    const started = await startImport('email\nann@example.com\n')
    await sql`update operations set request = '{}' where id = ${started.operationId}`.execute(
      test.deps.database.db,
    )
    const payload = { projectId: started.app.project.projectId, operationId: started.operationId }
    await expect(runJob(test.deps, importContactsJob, { payload, isLastAttempt: true })).rejects.toThrow(
      /columns/,
    )
    expect((await readJob(started.app, started.operationId)).status).toBe('FAILED')
    expect(await count(started, 'operation_uploads')).toBe(0)
  })
})

describe('two imports of the same addresses at the same time', () => {
  it('both finish, in any order of their rows', async () => {
    const app = await inFreshProject(test)
    const emails = (await buildContacts(app, 500)).map(({ email }) => email)
    const operationIds: OperationId[] = []
    for (const [n, order] of [emails, emails.toReversed()].entries()) {
      const reply = await uploadCsv(
        app,
        `email,key${n}\n${order.map((email) => `${email},${n}`).join('\n')}\n`,
      )
      operationIds.push(reply.json<{ jobId: OperationId }>().jobId)
    }
    const outcomes = operationIds.map((operationId) => run({ app, operationId }))
    expect(await Promise.all(outcomes)).toEqual([{ kind: 'done' }, { kind: 'done' }])
    const { fields } = (await call(app, ['GET', '/contacts/fields'])).json<{ fields: unknown[] }>()
    expect(fields).toMatchObject([{ count: 500 }, { count: 500 }])
  })
})

describe('an import and the search', () => {
  it('finds contacts that were just imported', async () => {
    const app = await inFreshProject(test)
    await buildImport(
      app,
      `email\n${Array.from({ length: 50 }, (_, n) => `findme${n}@example.com`).join('\n')}\n`,
    )
    const found = await call(app, ['GET', '/contacts'], { query: { search: 'findme4' } })
    expect(found.json()).toMatchObject({ total: 11 })
  })
})
