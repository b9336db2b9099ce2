import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { openCable, type Cable } from '../support/servers/cable.ts'
import { eventually } from '../support/eventually.ts'
import { isDatabaseUnavailable } from '../../src/platform/db/failures/database-errors.ts'
import { ask, type ErrorAnswer } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

let cable: Cable | undefined
afterAll(() => cable?.cut())

it('a node whose database cannot be reached over the network answers 503, and 200 once it can', async () => {
  cable = await openCable(database.settings['DATABASE_URL'] ?? '')
  const node = await nodes.start({ ...database.settings, DATABASE_URL: cable.url })
  expect((await ask(node, 'GET /project')).status).toBe(200)

  cable.cut()
  for (const what of ['GET /project', 'GET /ready', 'POST /contacts']) {
    const answer = await ask(node, what, what.startsWith('POST') ? { body: { email: 'a@example.com' } } : {})
    expect([answer.status, answer.json<ErrorAnswer>().error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  }
  expect((await ask(node, 'GET /health')).status).toBe(200)

  await cable.plugIn()
  await eventually(async () => expect((await ask(node, 'GET /ready')).status).toBe(200))
  expect((await ask(node, 'POST /contacts', { body: { email: 'a@example.com' } })).status).toBe(201)
})

it('a name with several addresses, such as localhost on most machines, is away when none of them answers', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
  const socket = connect({
    host: 'database',
    port: 1,
    lookup: (_name, _options, done) => done(null, addresses),
  })
  const [error] = (await once(socket, 'error')) as [unknown]
  expect(error).toBeInstanceOf(AggregateError)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(isDatabaseUnavailable(new AggregateError([new Error('something else'), error]))).toBe(false)
})
