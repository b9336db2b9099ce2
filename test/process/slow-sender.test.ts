// A node that is to stop, and a sender who does not go on. The twenty seconds that a sender really has pass in
// slow-ends.long.test.ts.
import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { startNode } from '../../src/start.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { SECRET_KEY } from '../support/node-process.ts'

const database = useSharedDatabase()

const FINISH_MS = 500

it('a node that is to stop cuts off a sender who does not go on, and ends with nothing left open', async () => {
  const config = readConfig({
    ...database.settings,
    PORT: '0',
    SMTP_PORT: '0',
    LOG_LEVEL: 'silent',
    BOOTSTRAP_SECRET_KEY: SECRET_KEY,
  })
  const urgent = new AbortController().signal
  const node = await startNode(config, { role: 'api', urgent, finishMs: FINISH_MS })
  const url = node.address ?? ''
  const upload = request(`${url}/contacts/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'text/csv', expect: '100-continue' },
  })
  const cutOff = once(upload, 'error')
  upload.flushHeaders()
  await once(upload, 'continue')
  await node.stop()
  expect(await cutOff).toMatchObject([{ code: 'ECONNRESET' }])
  await expect(ask({ url }, 'GET /health')).rejects.toThrow('fetch failed')
  const connections = `select from pg_stat_activity where application_name = 'lettermill' and datname = current_database()`
  await eventually(async () => expect(await database.query(connections)).toEqual([]))
})
