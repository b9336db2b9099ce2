import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask, readJob, startImport } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

it('a node with role api queues jobs, and one with role worker runs them without listening', async () => {
  const { settings } = database
  const api = await nodes.start(settings, 'api')
  expect(await database.query('select from worker_heartbeats')).toEqual([])
  const jobId = await startImport(api, 100)
  const worker = await nodes.start(settings, 'worker')
  await eventually(async () => expect((await readJob(api, jobId)).status).toBe('DONE'))
  expect((await ask(api, 'GET /contacts')).json()).toMatchObject({ total: 100 })
  expect(worker.banner()).not.toContain('Listening')
  expect(await database.query('select from worker_heartbeats')).toHaveLength(1)
  expect(await Promise.all([worker.stop(), api.stop()])).toMatchObject([{ code: 0 }, { code: 0 }])
  expect(await database.query('select from worker_heartbeats')).toEqual([])
})
