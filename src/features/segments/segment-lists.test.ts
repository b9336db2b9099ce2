// Segments where contacts are listed, imported and chosen for bulk actions.
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  buildForm,
  buildImport,
  inFreshProject,
  readContact,
  readJob,
  uploadCsv,
} from '../../../test/support/factories.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { all, buildSegment, PRO, readMembers, readSegment } from '../../../test/support/segments.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const bulk = (app: TestApp, body: object) => call(app, ['POST', '/contacts/bulk'], { body })

describe('GET /contacts?segmentId=', () => {
  it('lists the members, and combines with the other parameters', async () => {
    const app = await inFreshProject(test)
    const pro = await buildContact(app, { data: { plan: 'pro' } })
    const left = await buildContact(app, { data: { plan: 'pro' }, subscribed: false })
    const other = await buildContact(app)
    const dynamic = await buildSegment(app, { filters: all(PRO) })
    const list = await buildSegment(app, { type: 'STATIC', emails: [other.email, pro.email] })
    const ids = async (query: Record<string, string>) =>
      (await call(app, ['GET', '/contacts'], { query })).json<{ contacts: { id: string }[]; total: number }>()
    const filter = JSON.stringify(all({ field: 'data.plan', operator: 'notExists' }))
    expect(await ids({ segmentId: dynamic.id })).toMatchObject({
      contacts: [{ id: left.id }, { id: pro.id }],
      total: 2,
    })
    expect(await ids({ segmentId: dynamic.id, subscribed: 'true' })).toMatchObject({
      contacts: [{ id: pro.id }],
      total: 1,
    })
    expect(await ids({ segmentId: list.id, filter })).toMatchObject({
      contacts: [{ id: other.id }],
      total: 1,
    })
  })

  it('returns 404 for an unknown segment', async () => {
    const foreign = await buildSegment(test, { filters: all(PRO) })
    const app = await inFreshProject(test)
    for (const segmentId of [foreign.id, 'nonsense']) {
      const reply = await call(app, ['GET', '/contacts'], { query: { segmentId } })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'SEGMENT_NOT_FOUND'])
    }
  })
})

describe('the bulk action addToSegment', () => {
  it('adds contacts by filter and by id, each once', async () => {
    const app = await inFreshProject(test)
    const pro = await buildContact(app, { data: { plan: 'pro' } })
    const other = await buildContact(app)
    const { id: segmentId } = await buildSegment(app, { type: 'STATIC' })
    const first = await bulk(app, { action: 'addToSegment', segmentId, filter: all(PRO) })
    expect(first.statusCode).toBe(202)
    await drain(app.deps)
    expect(await readMembers(app, segmentId)).toEqual([pro.id])
    const ids = [pro.id, other.id, '01890000-0000-7000-8000-000000000000']
    const { jobId } = (await bulk(app, { action: 'addToSegment', segmentId, ids })).json<{ jobId: string }>()
    await drain(app.deps)
    expect(await readMembers(app, segmentId)).toEqual([other.id, pro.id])
    expect(await readJob(app, jobId)).toMatchObject({
      type: 'contacts.addToSegment',
      status: 'DONE',
      progress: { done: 2, failed: 1 },
    })
    expect(await readSegment(app, segmentId)).toMatchObject({ memberCount: 2 })
  })

  it('is refused without a list to add to', async () => {
    const app = await inFreshProject(test)
    const dynamic = await buildSegment(app, { filters: all(PRO) })
    const foreign = await buildSegment(test, { type: 'STATIC' })
    const action = 'addToSegment'
    expect(fieldsOf(await bulk(app, { action, filter: {} }))).toEqual({ segmentId: 'required' })
    expect((await bulk(app, { action, filter: {}, segmentId: foreign.id })).statusCode).toBe(404)
    const stray = await bulk(app, { action: 'delete', filter: {}, segmentId: dynamic.id })
    expect(fieldsOf(stray)).toEqual({ segmentId: 'custom' })
    const reply = await bulk(app, { action, filter: {}, segmentId: dynamic.id })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
  })

  it('ends and says so when the segment is deleted meanwhile', async () => {
    const app = await inFreshProject(test)
    await buildContact(app)
    const { id: segmentId } = await buildSegment(app, { type: 'STATIC' })
    const reply = await bulk(app, { action: 'addToSegment', segmentId, filter: {} })
    await call(app, ['DELETE', `/segments/${segmentId}`])
    await drain(app.deps)
    expect(await readJob(app, reply.json<{ jobId: string }>().jobId)).toMatchObject({
      status: 'FAILED',
      errors: [{ message: expect.stringContaining('no segment with this segmentId') as unknown }],
    })
  })
})

describe('an import with segmentId', () => {
  it('adds all its contacts, new and existing, once', async () => {
    const app = await inFreshProject(test)
    const known = await buildContact(app)
    const { id: segmentId } = await buildSegment(app, { type: 'STATIC', emails: [known.email] })
    const csv = `email,x\n${known.email},1\nnew@example.com,2\nnobody,3\nnew@example.com,4\n`
    const job = await buildImport(app, csv, { query: { segmentId } })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 3, failed: 1 } })
    const fresh = await readContact(app, 'new@example.com')
    expect(await readMembers(app, segmentId)).toEqual([fresh?.id, known.id])
    await buildImport(app, csv, { query: { segmentId } })
    expect(await readSegment(app, segmentId)).toMatchObject({ memberCount: 2 })
  })

  it('accepts it as a field of the form', async () => {
    const app = await inFreshProject(test)
    const { id: segmentId } = await buildSegment(app, { type: 'STATIC' })
    const form = buildForm({
      files: [{ name: 'a.csv', content: 'email\nann@example.com\n' }],
      fields: { segmentId },
    })
    const reply = await call(app, ['POST', '/contacts/import'], form)
    expect(reply.statusCode).toBe(202)
    await drain(app.deps)
    expect(await readMembers(app, segmentId)).toHaveLength(1)
  })

  it('is refused without a list to add to', async () => {
    const app = await inFreshProject(test)
    const dynamic = await buildSegment(app, { filters: all(PRO) })
    const foreign = await buildSegment(test, { type: 'STATIC' })
    const upload = (segmentId: string) => uploadCsv(app, 'email\na@example.com\n', { query: { segmentId } })
    expect((await upload(foreign.id)).statusCode).toBe(404)
    expect((await upload(dynamic.id)).statusCode).toBe(400)
  })

  it('ends and says so when the segment is deleted meanwhile', async () => {
    const app = await inFreshProject(test)
    const { id: segmentId } = await buildSegment(app, { type: 'STATIC' })
    const upload = await uploadCsv(app, 'email\nann@example.com\n', { query: { segmentId } })
    await call(app, ['DELETE', `/segments/${segmentId}`])
    await drain(app.deps)
    const job = await readJob(app, upload.json<{ jobId: string }>().jobId)
    expect(job).toMatchObject({
      status: 'FAILED',
      errors: [{ message: expect.stringContaining('no segment with this segmentId') as unknown }],
    })
    expect(await readContact(app, 'ann@example.com')).toBeUndefined()
  })
})
