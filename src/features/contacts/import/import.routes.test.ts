// The request side of an import: accepted files, files refused at once, and that a refusal leaves nothing behind.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildForm,
  buildImport,
  inFreshProject,
  newAddress,
  readContact,
  readJob,
  uploadCsv,
} from '../../../../test/support/factories.ts'
import type { FormOverrides, JobRecord } from '../../../../test/support/factories.ts'
import { drain, expectEnqueued } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { importContactsJob } from '../contacts.jobs.ts'

const test = useTestApp()

type Form = FormOverrides & { query?: Record<string, string>; idempotencyKey?: string }

const uploadForm = (app: TestApp, { query = {}, idempotencyKey, ...form }: Form) => {
  const { body, headers } = buildForm(form)
  const given = idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey }
  return call(app, ['POST', '/contacts/import'], { body, headers: given, query })
}

/** How many operations, stored pieces and waiting jobs there are in all. */
async function countTraces({ deps }: TestApp): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from operations) as operations, (select count(*) from operation_uploads) as uploads,
      (select count(*) from graphile_worker.jobs) as jobs`.execute(deps.database.db)
  return rows[0]
}

describe('POST /contacts/import', () => {
  it('answers at once with a job that waits', async () => {
    const reply = await uploadCsv(test, 'email\nann@example.com\nbob@example.com\n')
    expect(reply.statusCode).toBe(202)
    const { jobId, ...job } = reply.json<JobRecord & { jobId: string }>()
    expect(job).toEqual({
      id: jobId,
      type: 'contacts.import',
      status: 'QUEUED',
      progress: { done: 0, total: 2, failed: 0 },
      errors: [],
      createdAt: expect.any(String) as unknown,
      finishedAt: null,
    })
    expect(await readJob(test, jobId)).toEqual(job)
    await expectEnqueued(test.deps, importContactsJob, {
      operationId: jobId,
      projectId: test.project.projectId,
    })
    await drain(test.deps)
    expect(await readJob(test, jobId)).toEqual({
      ...job,
      status: 'DONE',
      progress: { done: 2, total: 2, failed: 0 },
      contacts: { created: 2, existing: 0 },
      finishedAt: expect.any(String) as unknown,
    })
  })

  it('takes text/csv with a charset', async () => {
    const email = newAddress()
    const job = await buildImport(test, `email\n${email}`, {
      headers: { 'content-type': 'Text/CSV; charset=utf-8' },
    })
    expect(job.progress).toEqual({ done: 1, total: 1, failed: 0 })
    expect(await readContact(test, email)).toMatchObject({ subscribed: true })
  })

  it.each(['text/csv', 'application/vnd.ms-excel', 'application/octet-stream'])(
    'takes the file of a form, whatever its type (%s) says',
    async (type) => {
      const email = newAddress()
      const reply = await uploadForm(test, {
        files: [{ content: `email,x\n${email},1`, type, name: 'Ünïcode 1.csv' }],
      })
      expect(reply.statusCode).toBe(202)
      await drain(test.deps)
      expect(await readContact(test, email)).toMatchObject({ data: { x: 1 } })
    },
  )

  it('follows a map in the query', async () => {
    const email = newAddress()
    const map = { Adresse: 'email', Abo: 'subscribed', Ort: 'data.city', Notiz: null }
    await buildImport(test, `Adresse,Abo,Ort,Notiz,Plan\n${email},no,Bonn,secret,pro`, {
      query: { map: JSON.stringify(map) },
    })
    expect(await readContact(test, email)).toMatchObject({
      subscribed: false,
      data: { city: 'Bonn', Plan: 'pro' },
    })
    expect((await readContact(test, email))?.data).not.toHaveProperty('Notiz')
  })

  it.each([true, false])('follows the fields of a form (the file comes first: %s)', async (isFileFirst) => {
    const email = newAddress()
    const fields = { map: '{"E":"email"}', subscribed: 'false' }
    const reply = await uploadForm(test, { files: [{ content: `E\n${email}` }], fields, isFileFirst })
    expect(reply.statusCode).toBe(202)
    await drain(test.deps)
    expect(await readContact(test, email)).toMatchObject({ subscribed: false })
  })

  it('lets the query win over the form', async () => {
    const email = newAddress()
    const reply = await uploadForm(test, {
      files: [{ content: `E,F\n${email},no@example.com` }],
      fields: { map: '{"F":"email"}', subscribed: 'false' },
      query: { map: '{"E":"email"}' },
    })
    expect(reply.statusCode).toBe(202)
    await drain(test.deps)
    expect(await readContact(test, email)).toMatchObject({ subscribed: false, data: { F: 'no@example.com' } })
  })

  it('accepts a header without rows', async () => {
    const job = await buildImport(test, 'email,name\r\n')
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 0, total: 0, failed: 0 }, errors: [] })
  })
})

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const REFUSED_FILES: [what: string, file: string | Buffer, fields: Record<string, string>][] = [
  ['an empty file', '', { file: 'custom' }],
  ['blank lines alone', '\n\r\n\n', { file: 'custom' }],
  ['a byte order mark alone', '\uFEFF', { file: 'custom' }],
  ['no address column', 'mail,name\nann@example.com,Ann', { map: 'required' }],
  ['no header', 'ann@example.com,Ann', { map: 'required' }],
  ['two address columns', 'email,Email\nann@example.com,bob@example.com', { map: 'custom' }],
  ['UTF-16, low byte first', utf16('email\nann@example.com'), { file: 'custom' }],
  ['UTF-16, high byte first', utf16('email\nann@example.com').swap16(), { file: 'custom' }],
  ['UTF-16 without a mark', Buffer.from('email\nann@example.com', 'utf16le'), { file: 'custom' }],
  ['Latin-1 in the header', Buffer.from('email,Straße\nann@example.com,x', 'latin1'), { file: 'custom' }],
  ['a NUL in the header', 'email,a\0b\nann@example.com,x', { file: 'custom' }],
  ['a header that never closes its quote', 'email,"name\nann@example.com,Ann\n', { file: 'custom' }],
  ['a column name of 201 characters', `email,${'x'.repeat(201)}\n`, { file: 'custom' }],
  ['more than 1000 columns', `email${',x'.repeat(1000)}\n`, { file: 'custom' }],
  ['a spreadsheet', Buffer.from('504b0304140006000800000021', 'hex'), { file: 'custom' }],
]

describe('a file that cannot be imported', () => {
  it.each(REFUSED_FILES)('is refused with %s, and nothing is stored', async (_what, file, fields) => {
    const before = await countTraces(test)
    const reply = await uploadCsv(test, file)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
    const form = await uploadForm(test, { files: [{ content: file }] })
    expect([form.statusCode, fieldsOf(form)]).toEqual([422, fields])
    expect(await countTraces(test)).toEqual(before)
  })

  it('names the columns it has in the refusal', async () => {
    const reply = await uploadCsv(test, 'mail;name\nann@example.com;Ann')
    expect(errorOf(reply).errors?.[0]?.message).toContain('"mail", "name"')
  })
})

describe('a request that cannot be an import', () => {
  const file = { content: 'email,n\nann@example.com,1\n' }

  it.each<[query: Record<string, string>, fields: Record<string, string>]>([
    [{ map: 'email' }, { map: 'invalid_string' }],
    [{ map: '["email"]' }, { map: 'invalid_string' }],
    [{ map: '{"n":5}' }, { map: 'invalid_string' }],
    [{ map: '{"n":"name"}' }, { map: 'invalid_string' }],
    [{ map: '{"n":"data."}' }, { map: 'invalid_string' }],
    [{ map: '{"n":"Email"}' }, { map: 'invalid_string' }],
    [{ map: '{"n":"data.__proto__"}' }, { map: 'invalid_string' }],
    [{ map: '{"n":"data.a\\u0000b"}' }, { map: 'invalid_string' }],
    [{ map: '{"n":"data.a\\ud800b"}' }, { map: 'invalid_string' }],
    [{ map: `{"n":"data.${'x'.repeat(201)}"}` }, { map: 'invalid_string' }],
    [{ map: '{"N":"data.n","z":null}' }, { 'map.N': 'custom', 'map.z': 'custom' }],
    [{ map: '{"n":"email"}' }, { map: 'custom' }],
    [{ map: '{"email":null}' }, { map: 'required' }],
    [{ subscribed: '1' }, { subscribed: 'invalid_enum_value' }],
    [{ resubscribe: 'yes' }, { resubscribe: 'invalid_enum_value' }],
    [{ events: '' }, { events: 'invalid_enum_value' }],
    [
      { map: '{', events: 'x' },
      { map: 'invalid_string', events: 'invalid_enum_value' },
    ],
  ])('is refused for the options %j, in the query and in a form', async (options, fields) => {
    const before = await countTraces(test)
    const inQuery = await uploadCsv(test, file.content, { query: options })
    expect([inQuery.statusCode, fieldsOf(inQuery)]).toEqual([422, fields])
    const inForm = await uploadForm(test, { files: [file], fields: options })
    expect([inForm.statusCode, fieldsOf(inForm)]).toEqual([422, fields])
    expect(await countTraces(test)).toEqual(before)
  })

  it('is refused without a file', async () => {
    const form = await uploadForm(test, { fields: { subscribed: 'true' } })
    expect([form.statusCode, fieldsOf(form)]).toEqual([422, { file: 'required' }])
    const nothing = await call(test, ['POST', '/contacts/import'])
    expect([nothing.statusCode, fieldsOf(nothing)]).toEqual([422, { file: 'required' }])
  })

  it.each([
    ['JSON', '{"email":"ann@example.com"}', 'application/json'],
    ['plain text', 'email\nann@example.com', 'text/plain'],
    ['a form without a boundary', 'email\nann@example.com', 'multipart/form-data'],
    [
      'a form that breaks off',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail',
      'multipart/form-data; boundary=b',
    ],
  ])('is refused as %s', async (_what, body, type) => {
    const before = await countTraces(test)
    const reply = await call(test, ['POST', '/contacts/import'], { body, headers: { 'content-type': type } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_REQUEST_BODY'])
    expect(await countTraces(test)).toEqual(before)
  })

  it('is refused with two files in one form', async () => {
    const reply = await uploadForm(test, { files: [file, file] })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_REQUEST_BODY'])
  })
})

describe('an import with an Idempotency-Key', () => {
  const csv = 'email,n\nann@example.com,1\n'
  const key = () => crypto.randomUUID()

  it('is not started again by the same file', async () => {
    const app = await inFreshProject(test)
    const headers = { 'idempotency-key': key() }
    const first = await uploadCsv(app, csv, { headers })
    const before = await countTraces(app)
    const again = await uploadCsv(app, csv, { headers })
    expect([again.statusCode, again.body]).toEqual([202, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(await countTraces(app)).toEqual(before)
    await drain(app.deps)
    expect((await uploadCsv(app, csv, { headers })).body).toBe(first.body)
    expect((await call(app, ['GET', '/contacts'])).json()).toMatchObject({ total: 1 })
  })

  it('is not started again by the same form, although its boundary differs', async () => {
    const idempotencyKey = key()
    const form = {
      files: [{ content: csv }],
      fields: { subscribed: 'false', events: 'true' },
      idempotencyKey,
    }
    const first = await uploadForm(test, form)
    expect(first.statusCode).toBe(202)
    const again = await uploadForm(test, form)
    expect([again.statusCode, again.body]).toEqual([202, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  it('is refused for another file, other fields or another query', async () => {
    const idempotencyKey = key()
    await uploadForm(test, { files: [{ content: csv }], idempotencyKey })
    const others: Form[] = [
      { files: [{ content: `${csv}bob@example.com,2\n` }], idempotencyKey },
      { files: [{ content: csv }], fields: { events: 'true' }, idempotencyKey },
      { files: [{ content: csv }], query: { events: 'true' }, idempotencyKey },
    ]
    for (const other of others) {
      const reply = await uploadForm(test, other)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })

  it('may be tried again with the key of one that was refused', async () => {
    const headers = { 'idempotency-key': key() }
    expect((await uploadCsv(test, 'mail\nann@example.com\n', { headers })).statusCode).toBe(422)
    expect((await uploadCsv(test, csv, { headers })).statusCode).toBe(202)
  })

  it('is started once by ten requests at the same time', async () => {
    const app = await inFreshProject(test)
    const headers = { 'idempotency-key': key() }
    const replies = await Promise.all(Array.from({ length: 10 }, () => uploadCsv(app, csv, { headers })))
    const taken = replies.filter(({ statusCode }) => statusCode === 202)
    expect(new Set(taken.map(({ body }) => body)).size).toBe(1)
    const others = replies.filter(({ statusCode }) => statusCode !== 202).map((reply) => errorOf(reply).code)
    expect(new Set(others)).toEqual(new Set(others.length > 0 ? ['IDEMPOTENCY_IN_PROGRESS'] : []))
    const { rows } = await sql`select from operations where project_id = ${app.project.projectId}`.execute(
      app.deps.database.db,
    )
    expect(rows).toHaveLength(1)
  })
})
