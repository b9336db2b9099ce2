// Stops that take half a minute because of a grace period. They run side by side, since all of them only wait. Smaller versions:
// killed-workers.long.test.ts and slow-sender.test.ts.
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { readJob, startImport } from '../support/http-client.ts'
import { postgresPid, SECRET_KEY, useNodes } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

const ROWS = 30_000

describe.concurrent('after a while', () => {
  it('the job of a killed worker is taken over by another node', async () => {
    const { settings } = database
    const api = await nodes.start(settings, 'api')
    const killed = await nodes.start(settings, 'worker')
    const jobId = await startImport(api, ROWS)
    await eventually(async () => expect((await readJob(api, jobId)).progress.done).toBeGreaterThan(0), 10)
    // Frozen first, so that it is in the middle of the job when the other is there to see it die.
    killed.signal('SIGSTOP')
    const other = await nodes.start(settings, 'worker')
    expect((await readJob(api, jobId)).progress.done).toBeLessThan(ROWS)
    await killed.kill()

    await eventually(async () => expect((await readJob(api, jobId)).status).toBe('DONE'), 200)
    expect(await database.query('select count(*), count(distinct email) as different from contacts')).toEqual(
      [{ count: String(ROWS), different: String(ROWS) }],
    )
    expect((await readJob(api, jobId)).progress).toEqual({ done: ROWS, total: ROWS, failed: 0 })
    expect(other.stdout()).toContain('took over the jobs of workers that died')
  })

  it('a node that is to stop cuts off a sender who does not go on, and ends cleanly', async () => {
    const node = await nodes.start()
    const upload = request(`${node.url}/contacts/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${SECRET_KEY}`,
        'content-type': 'text/csv',
        expect: '100-continue',
      },
    })
    upload.on('error', () => undefined).flushHeaders()
    await once(upload, 'continue')
    // After 30 s it would have ended with status 1, and its database would run on.
    expect(await node.stop()).toMatchObject({ code: 0, signal: null })
    expect(upload.destroyed).toBe(true)
    expect(postgresPid(node.dataDir)).toBeUndefined()
  })
})
