// POST /suppressions/import, from the upload to the list.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildForm,
  buildImport,
  inFreshProject,
  readJob,
  uploadCsv,
} from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { importSuppressionsJob } from '../suppressions.jobs.ts'

const test = useTestApp()
const path = '/suppressions/import'

type SuppressionPage = { suppressions: { email: string; reason: string; source: string }[]; total: number }

/** Address and reason of all suppressions, sorted by address. */
async function reasonsIn(app: TestApp): Promise<Record<string, string>> {
  const reply = await call(app, ['GET', '/suppressions'], { query: { limit: '100' } })
  const { suppressions } = reply.json<SuppressionPage>()
  return Object.fromEntries(suppressions.map(({ email, reason }) => [email, reason]))
}

describe('POST /suppressions/import', () => {
  it('suppresses the addresses of a file, with their reasons', async () => {
    const app = await inFreshProject(test)
    const csv = [
      'Email;Reason;Date',
      'Ann@Example.com;hard_bounce;2026-01-01',
      'bob@example.com;;',
      'cat@example.com;Complaint;x;more',
      'dan@example.com;Hard bounce;',
    ].join('\n')
    const started = await uploadCsv(app, csv, { path })
    expect(started.statusCode).toBe(202)
    const { jobId, ...job } = started.json<{ jobId: string }>()
    expect(job).toMatchObject({ type: 'suppressions.import', status: 'QUEUED', progress: { total: 4 } })
    await drain(app.deps)
    expect(await readJob(app, jobId)).toMatchObject({
      status: 'DONE',
      progress: { done: 4, total: 4, failed: 0 },
      errors: [],
    })
    expect(await reasonsIn(app)).toEqual({
      'ann@example.com': 'hard_bounce',
      'bob@example.com': 'manual',
      'cat@example.com': 'complaint',
      'dan@example.com': 'hard_bounce',
    })
    const listed = (await call(app, ['GET', '/suppressions'])).json<SuppressionPage>()
    expect([listed.total, listed.suppressions[0]?.source]).toEqual([4, 'import'])
  })

  it('stops email to them', async () => {
    const app = await inFreshProject(test)
    await buildImport(app, 'email\nann@example.com\n', { path })
    const reply = await call(app, ['POST', '/v1/send'], {
      body: { to: 'ann@example.com', from: 'me@shop.test', subject: 'Hi', body: '<p>Hi</p>' },
    })
    expect(reply.json()).toMatchObject({ data: { emails: [{ status: 'SUPPRESSED' }] } })
  })

  it('reports invalid rows, and imports the others', async () => {
    const app = await inFreshProject(test)
    const csv =
      'email,reason\nann@example.com,manual\nbroken,manual\n,manual\nbob@example.com,spam\0\nx@inbox.lettermill.test,\ncat@example.com,\n'
    const job = await buildImport(app, csv, { path })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 2, total: 6, failed: 4 } })
    expect(job.errors.map(({ row, field }) => [row, field])).toEqual([
      [3, 'email'],
      [4, 'email'],
      [5, 'reason'],
      [6, 'email'],
    ])
    expect(job.errors[2]?.message).toContain('not "spam"')
    expect(job.errors[3]?.message).toContain('test recipient')
    expect(Object.keys(await reasonsIn(app)).toSorted()).toEqual(['ann@example.com', 'cat@example.com'])
  })

  it('says in which row a stray quote begins, and imports the others', async () => {
    const app = await inFreshProject(test)
    const csv =
      'email,note\nann@example.com,"Ann\nbob@example.com,Bob\ncat@example.com,"Cat"\ndan@example.com,Dan\n'
    const job = await buildImport(app, csv, { path })
    expect(job.errors).toMatchObject([{ row: 2, field: null }])
    expect(job.errors[0]?.message).toContain('a quote at the beginning of cell 2 that ends 2 lines later')
    expect(await reasonsIn(app)).toEqual({ 'dan@example.com': 'manual' })
  })

  it('keeps one suppression per address with the strongest reason, however often it comes', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/suppressions'], { body: { email: 'old@example.com', reason: 'complaint' } })
    const csv =
      'email,reason\nann@example.com,manual\nANN@example.com,complaint\nann@example.com,soft_bounces\nold@example.com,manual\n'
    const job = await buildImport(app, csv, { path })
    expect(job.progress).toEqual({ done: 4, total: 4, failed: 0 })
    const expected = { 'ann@example.com': 'complaint', 'old@example.com': 'complaint' }
    expect(await reasonsIn(app)).toEqual(expected)
    await buildImport(app, csv, { path })
    expect(await reasonsIn(app)).toEqual(expected)
    expect((await call(app, ['GET', '/suppressions'])).json()).toMatchObject({ total: 2 })
  })

  it('follows the map and the reason of the query, and of a form', async () => {
    const app = await inFreshProject(test)
    await buildImport(app, 'Address,email\nann@example.com,5\n', {
      path,
      query: { map: '{"Address":"email","email":null}', reason: 'hard_bounce' },
    })
    const form = buildForm({
      files: [{ content: 'A,Why\nbob@example.com,complaint\ncat@example.com,\n' }],
      fields: { map: '{"A":"email","Why":"reason"}', reason: 'soft_bounces' },
    })
    expect((await call(app, ['POST', path], form)).statusCode).toBe(202)
    await drain(app.deps)
    expect(await reasonsIn(app)).toEqual({
      'ann@example.com': 'hard_bounce',
      'bob@example.com': 'complaint',
      'cat@example.com': 'soft_bounces',
    })
  })

  it('suppresses nothing in another project, which cannot see the job either', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    const { id } = await buildImport(app, 'email\nann@example.com\n', { path })
    expect(await reasonsIn(other)).toEqual({})
    expect((await call(other, ['GET', `/jobs/${id}`])).statusCode).toBe(404)
  })
})

describe('a file that cannot be imported', () => {
  it.each<[what: string, file: string, fields: Record<string, string>]>([
    ['nothing in it', '', { file: 'custom' }],
    ['no address column', 'mail,reason\nann@example.com,manual', { map: 'required' }],
    ['two address columns', 'email,EMAIL\nann@example.com,ann@example.com', { map: 'custom' }],
    ['more than 1000 columns', `email${',x'.repeat(1000)}\n`, { file: 'custom' }],
  ])('is refused with %s, and nothing is stored', async (_what, file, fields) => {
    const app = await inFreshProject(test)
    const reply = await uploadCsv(app, file, { path })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
    const { rows } = await sql`select from operations where project_id = ${app.project.projectId}`.execute(
      app.deps.database.db,
    )
    expect(rows).toEqual([])
  })

  it.each<[query: Record<string, string>, fields: Record<string, string>]>([
    [{ map: 'email' }, { map: 'invalid_string' }],
    [{ map: '{"email":"address"}' }, { map: 'invalid_string' }],
    [{ map: '{"x":"reason"}' }, { 'map.x': 'custom' }],
    [{ reason: 'spam' }, { reason: 'invalid_enum_value' }],
  ])('is refused for the options %j', async (query, fields) => {
    const reply = await uploadCsv(test, 'email\nann@example.com\n', { path, query })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('ends as FAILED at a row that is too long', async () => {
    const app = await inFreshProject(test)
    const job = await buildImport(app, `email\nann@example.com\n"${'x'.repeat(1_100_000)}`, { path })
    expect(job).toMatchObject({ status: 'FAILED', errors: [{ row: 3, field: null }] })
  })
})

describe('the job of an import', () => {
  const fileOf = (rows: number) =>
    `email\n${Array.from({ length: rows }, (_, n) => `row${n}@example.com\n`).join('')}`

  it('goes on behind the last batch when its worker stops, and changes nothing when it is run again', async () => {
    const app = await inFreshProject(test)
    const { jobId } = (await uploadCsv(app, fileOf(2_500), { path })).json<{ jobId: string }>()
    const payload = { projectId: app.project.projectId, operationId: jobId }
    const stopped = await runJob(app.deps, importSuppressionsJob, { payload, signal: AbortSignal.abort() })
    expect(stopped).toEqual({ kind: 'snooze', forMs: 0 })
    expect((await readJob(app, jobId)).progress).toEqual({ done: 1_000, total: 2_500, failed: 0 })
    for (let run = 0; run < 2; run += 1) {
      await runJob(app.deps, importSuppressionsJob, { payload })
      expect(await readJob(app, jobId)).toMatchObject({
        status: 'DONE',
        progress: { done: 2_500, total: 2_500, failed: 0 },
      })
      expect((await call(app, ['GET', '/suppressions'])).json()).toMatchObject({ total: 2_500 })
    }
  })
})
