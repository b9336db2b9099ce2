import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, readJob, uploadCsv } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { newId } from '../../platform/ids.ts'
import type { OperationId } from '../../platform/ids.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import { advanceOperation, finishOperation, insertOperation, runOperation } from './index.ts'
import { deleteOldOperationsJob } from './operations.jobs.ts'

const DAY_MS = 86_400_000
const test = useTestApp()

async function buildOperation(): Promise<OperationId> {
  const reply = await uploadCsv(test, 'email\nann@example.com\n')
  return reply.json<{ jobId: string }>().jobId as OperationId
}

const context = (isLastAttempt: boolean) => ({
  signal: new AbortController().signal,
  attempt: 3,
  isLastAttempt,
})
const refOf = (operationId: OperationId) => ({ projectId: test.project.projectId, operationId })

describe('runOperation', () => {
  it('returns the outcome of the work', async () => {
    const operationId = await buildOperation()
    for (const outcome of [done, snooze(5)]) {
      const work = () => Promise.resolve(outcome)
      expect(await runOperation(test.deps, { ...refOf(operationId), context: context(true), work })).toBe(
        outcome,
      )
    }
    expect((await readJob(test, operationId)).status).toBe('QUEUED')
  })

  it('does not report a failure while attempts are left', async () => {
    const operationId = await buildOperation()
    const work = () => Promise.reject(new Error('hiccup'))
    const running = runOperation(test.deps, { ...refOf(operationId), context: context(false), work })
    await expect(running).rejects.toThrow('hiccup')
    expect(await readJob(test, operationId)).toMatchObject({ status: 'QUEUED', errors: [], finishedAt: null })
  })

  it('reports a failure of the last attempt, without the internal reason', async () => {
    const operationId = await buildOperation()
    const work = () => Promise.reject(new Error('password of the database is swordfish'))
    const running = runOperation(test.deps, { ...refOf(operationId), context: context(true), work })
    await expect(running).rejects.toThrow('swordfish')
    const job = await readJob(test, operationId)
    expect(job).toMatchObject({
      status: 'FAILED',
      progress: { done: 0, total: 1, failed: 0 },
      errors: [{ row: 0, field: null }],
    })
    expect(job.finishedAt).not.toBeNull()
    expect(JSON.stringify(job)).not.toContain('swordfish')
  })
})

describe('finishOperation', () => {
  it('fixes the total of what is done and removes the stored file', async () => {
    const operationId = await buildOperation()
    const { db } = test.deps.database
    await db.transaction().execute(async (trx) => {
      await advanceOperation(trx, { ...refOf(operationId), done: 4, failed: 3, position: {} })
    })
    await finishOperation(db, { ...refOf(operationId), status: 'DONE', now: test.clock.now() })
    expect(await readJob(test, operationId)).toMatchObject({
      status: 'DONE',
      progress: { done: 4, failed: 3, total: 7 },
    })
    const { rows } = await sql`select from operation_uploads where operation_id = ${operationId}`.execute(db)
    expect(rows).toEqual([])
  })

  it('changes nothing the second time', async () => {
    const operationId = await buildOperation()
    const { db } = test.deps.database
    await finishOperation(db, { ...refOf(operationId), status: 'DONE', now: test.clock.now() })
    const before = await readJob(test, operationId)
    const error = { row: 1, field: null, message: 'too late' }
    test.clock.advance(1000)
    await finishOperation(db, { ...refOf(operationId), status: 'FAILED', now: test.clock.now(), error })
    expect(await readJob(test, operationId)).toEqual(before)
  })

  it('does not reach into another project', async () => {
    const operationId = await buildOperation()
    const foreign = { projectId: test.other.projectId, operationId }
    await finishOperation(test.deps.database.db, { ...foreign, status: 'DONE', now: test.clock.now() })
    expect((await readJob(test, operationId)).status).toBe('QUEUED')
  })
})

describe('advanceOperation', () => {
  it('keeps the first thousand errors', async () => {
    const operationId = await buildOperation()
    const errors = (from: number) =>
      Array.from({ length: 700 }, (_, n) => ({ row: from + n, field: 'email', message: 'is empty' }))
    await test.deps.database.db.transaction().execute(async (trx) => {
      for (const from of [2, 702, 1402]) {
        await advanceOperation(trx, {
          ...refOf(operationId),
          done: 0,
          failed: 700,
          position: {},
          errors: errors(from),
        })
      }
    })
    const job = await readJob(test, operationId)
    expect(job.progress.failed).toBe(2100)
    expect(job.errors.map(({ row }) => row)).toEqual(Array.from({ length: 1000 }, (_, n) => n + 2))
  })
})

describe('operations.forget-old', () => {
  it('deletes only operations that finished thirty days ago, and may run twice', async () => {
    const { db } = test.deps.database
    const age = async (days: number, isFinished: boolean) => {
      const operationId = newId<OperationId>(test.clock.now())
      const at = new Date(test.clock.now().getTime() - days * DAY_MS)
      await insertOperation(db, { ...refOf(operationId), type: 'test.work', request: {}, total: 0, now: at })
      if (isFinished) await finishOperation(db, { ...refOf(operationId), status: 'DONE', now: at })
      return operationId
    }
    const old = await age(30.1, true)
    const young = await age(29.9, true)
    const unfinished = await age(90, false)
    const kept = await buildContact(test)
    for (let times = 0; times < 2; times += 1) {
      expect(await runJob(test.deps, deleteOldOperationsJob, { payload: {} })).toEqual(done)
    }
    const statuses = [old, young, unfinished].map(
      async (id) => (await call(test, ['GET', `/jobs/${id}`])).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([404, 200, 200])
    expect((await call(test, ['GET', `/contacts/${kept.id}`])).statusCode).toBe(200)
  })
})
