import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask, readJob, startImport } from '../support/http-client.ts'
import { openNodeHere } from '../support/run-command.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const database = useSharedDatabase()

it('a node with role api queues jobs, and one with role worker runs them without listening', async () => {
  const { settings } = database
  const api = await openNodeHere('api', settings)
  expect(await database.query('select from worker_heartbeats')).toEqual([])
  const jobId = await startImport(api, 100)
  const worker = await openNodeHere('worker', settings)
  await eventually(async () => expect((await readJob(api, jobId)).status).toBe('DONE'))
  expect((await ask(api, 'GET /contacts')).json()).toMatchObject({ total: 100 })
  expect(worker.address).toBeUndefined()
  expect(await database.query('select from worker_heartbeats')).toHaveLength(1)
  await Promise.all([worker.stop(), api.stop()])
  expect(await database.query('select from worker_heartbeats')).toEqual([])
})
