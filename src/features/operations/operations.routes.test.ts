import { describe, expect, it } from 'vitest'
import { buildImport, readJob, uploadCsv } from '../../../test/support/factories.ts'
import type { JobRecord } from '../../../test/support/factories.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { OperationId } from '../../platform/ids.ts'
import { advanceOperation, insertOperation } from './index.ts'

const test = useTestApp()

async function buildOperation(projectId: ProjectId, total: number | null = null): Promise<OperationId> {
  const operationId = newId<OperationId>(test.deps.clock.now())
  const now = test.deps.clock.now()
  await insertOperation(test.deps.database.db, {
    projectId,
    operationId,
    type: 'test.work',
    request: {},
    total,
    now,
  })
  return operationId
}

describe('GET /jobs/{id}', () => {
  it('shows a queued job with an unknown total', async () => {
    const id = await buildOperation(test.project.projectId)
    const reply = await call(test, ['GET', `/jobs/${id}`])
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      id,
      type: 'test.work',
      status: 'QUEUED',
      progress: { done: 0, total: null, failed: 0 },
      errors: [],
      createdAt: expect.stringMatching(/Z$/) as unknown,
      finishedAt: null,
    })
  })

  it('shows the progress of a job', async () => {
    const { projectId } = test.project
    const operationId = await buildOperation(projectId, 10)
    const error = { row: 3, field: null, message: 'is empty' }
    await test.deps.database.db.transaction().execute(async (trx) => {
      await advanceOperation(trx, {
        projectId,
        operationId,
        done: 2,
        failed: 1,
        position: {},
        errors: [error],
      })
      await advanceOperation(trx, { projectId, operationId, done: 3, position: {} })
    })
    expect(await readJob(test, operationId)).toMatchObject({
      status: 'RUNNING',
      progress: { done: 5, total: 10, failed: 1 },
      errors: [error],
      finishedAt: null,
    })
  })

  it('shows when a job finished, but not its request', async () => {
    const job = await buildImport(test, 'email\nann@example.com\nbad\n')
    expect(Object.keys(job).toSorted()).toEqual([
      'contacts',
      'createdAt',
      'errors',
      'finishedAt',
      'id',
      'progress',
      'status',
      'type',
    ])
    expect(job).toMatchObject({
      type: 'contacts.import',
      status: 'DONE',
      progress: { done: 1, total: 2, failed: 1 },
    })
    expect(String(job.finishedAt) >= job.createdAt).toBe(true)
  })

  it('takes an id in upper case', async () => {
    const id = await buildOperation(test.project.projectId)
    expect((await call(test, ['GET', `/jobs/${id.toUpperCase()}`])).json<JobRecord>().id).toBe(id)
  })

  it('does not show the jobs of another project', async () => {
    const foreign = await uploadCsv(test, 'email\n', { key: test.other.secretKey })
    const reply = await call(test, ['GET', `/jobs/${foreign.json<{ jobId: string }>().jobId}`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    await drain(test.deps)
  })
})
