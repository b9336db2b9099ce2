import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { isDatabaseAway } from '../../src/platform/db/database-errors.ts'
import { ask, type ErrorAnswer } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

const open = new Set<Socket>()
let cable: Server | undefined

/** A cable between a TCP port and the test server, which listens on a socket only. */
async function plugIn(databaseUrl: URL, port = 0): Promise<number> {
  const path = `${databaseUrl.searchParams.get('host')}/.s.PGSQL.${databaseUrl.port || '5432'}`
  cable = createServer((near) => {
    const far = connect(path)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    near.pipe(far).pipe(near)
  }).listen(port, '127.0.0.1')
  await once(cable, 'listening')
  return (cable.address() as AddressInfo).port
}

function cut(): void {
  cable?.close()
  for (const socket of open) socket.destroy()
}

afterAll(cut)

it('a node whose database cannot be reached over the network answers 503, and 200 once it can', async () => {
  const url = new URL(database.settings['DATABASE_URL'] ?? '')
  const port = await plugIn(url)
  const reached = `postgres://${url.username}:${url.password}@localhost:${port}${url.pathname}`
  const node = await nodes.start({ ...database.settings, DATABASE_URL: reached })
  expect((await ask(node, 'GET /project')).status).toBe(200)

  cut()
  for (const what of ['GET /project', 'GET /ready', 'POST /contacts']) {
    const answer = await ask(node, what, what.startsWith('POST') ? { body: { email: 'a@example.com' } } : {})
    expect([answer.status, answer.json<ErrorAnswer>().error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  }
  expect((await ask(node, 'GET /health')).status).toBe(200)

  await plugIn(url, port)
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
  expect(isDatabaseAway(error)).toBe(true)
  expect(isDatabaseAway(new AggregateError([new Error('something else'), error]))).toBe(false)
})
