// Feeds whose server is slow, or whose connection is lost, from servers on this machine.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../../test/support/eventually.ts'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../../test/support/requests.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import type { HttpClient } from '../../../../platform/outgoing/http-client.ts'
import { buildRecurring, readRuns, runDue } from '../../fixtures/recurring-steps.ts'

// Far more than a request on this machine takes; real runs wait for 15 s.
const PATIENCE_MS = 1_500
const DRIP_MS = 20

const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' })
const own = {} as TestApp
beforeEach(async () => {
  Object.assign(own, await inFreshProject(test))
  await buildContact(own)
})

const FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Blog',
  items: [{ id: '1', title: 'Post', url: 'https://blog.test/1' }],
})
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/feed+json\r\n'

/** Answers each request as the test wants, byte by byte. @returns the URL, and how to end all connections */
async function serve(answer: (socket: Socket) => void): Promise<{ url: string; drop: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const drop = () => sockets.forEach((socket) => void socket.destroy())
  onTestFinished(() => {
    drop()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`, drop }
}

const healthy = () =>
  serve((socket) => socket.end(`${HEAD}content-length: ${Buffer.byteLength(FEED)}\r\n\r\n${FEED}`))

/** Begins well, and then sends a byte now and then. */
function drip(socket: Socket): void {
  socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`)
  const timer = setInterval(() => socket.write('1\r\n \r\n'), DRIP_MS)
  socket.on('close', () => clearInterval(timer))
}

const half = (socket: Socket): void => {
  socket.write(`${HEAD}content-length: ${Buffer.byteLength(FEED)}\r\n\r\n`)
  socket.write(FEED.slice(0, FEED.length / 2), () => socket.destroy())
}

/** With the client of the service, which waits less long. */
const impatient = ({ deps, ...app }: TestApp): TestApp => {
  const http: HttpClient = {
    ...deps.http,
    send: (request) => deps.http.send({ ...request, timeoutMs: PATIENCE_MS }),
  }
  return { ...app, deps: { ...deps, http } }
}

const askFor = (app: TestApp, id: string) => call(app, ['POST', `/recurring-campaigns/${id}/run`])

const build = (app: TestApp, url: string) =>
  buildRecurring(app, { subject: '{{ feed.items[0].title }}', feed: { url } })

it.each([
  ['never answers', () => undefined, 'no answer within 1.5 seconds'],
  ['sends a byte now and then, for ever', drip, 'it did not arrive within 15 seconds'],
  ['loses the connection in the middle', half, 'the connection was lost before all of it had arrived'],
  [
    'ends the connection without an answer',
    (socket: Socket) => socket.destroy(),
    'the connection was closed',
  ],
])('a feed whose server %s is tried again, and then is the reason', async (_, answer, reason) => {
  const app = impatient(own)
  const { id } = await build(app, (await serve(answer)).url)
  const other = await build(app, (await healthy()).url)
  for (const one of [id, other.id]) await askFor(app, one)
  for (const pauseMs of [60_000, 300_000, 900_000]) {
    await runDue(app)
    expect(await readRuns(app, id)).toEqual([])
    // Other feeds of the project go on.
    expect(await readRuns(app, other.id)).toMatchObject([{ outcome: 'SENT' }])
    app.clock.advance(pauseMs)
  }
  await runDue(app)
  expect(await readRuns(app, id)).toMatchObject([
    { outcome: 'FAILED', campaignId: null, reason: expect.stringContaining(reason) as unknown },
  ])
})

it('a feed that is slow does not stop other projects', async () => {
  const { url, drop } = await serve(drip)
  const slow = await build(own, url)
  const others = { ...own, ...(await inFreshProject(test)) }
  await buildContact(others)
  const healthyOne = await build(others, (await healthy()).url)
  await askFor(own, slow.id)
  await askFor(others, healthyOne.id)
  const working = runDue(own)
  await eventually(async () =>
    expect(await readRuns(others, healthyOne.id)).toMatchObject([{ outcome: 'SENT' }]),
  )
  expect(await readRuns(own, slow.id)).toEqual([])
  drop()
  await working
})

it('the preview of a feed that is lost in the middle says so', async () => {
  const { url } = await serve(half)
  const reply = await call(own, ['POST', '/recurring-campaigns/preview-feed'], { body: { url } })
  expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { url: 'custom' }])
  expect(reply.body).toContain('the connection was lost')
})
