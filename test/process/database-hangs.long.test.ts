// A database that is there and does not answer: a lock that is never released, backends that are frozen, a whole server
// that is frozen. No caller waits for ever, and everything works again without a restart.
import { readFileSync, readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/postgres/embedded-postgres.ts'
import { eventually } from '../support/eventually.ts'
import { ask, type Answer, type ErrorAnswer } from '../support/http-client.ts'
import { useNodes, type ReadyNode } from '../support/node-process.ts'
import { ENCRYPTION_KEY } from '../support/test-app.ts'

const nodes = useNodes()

let server: EmbeddedPostgres
let node: ReadyNode

const POOL_SIZE = 6

beforeAll(async () => {
  server = await startEmbeddedPostgres({
    dataDir: await nodes.preparedDir(),
    settings: { shared_buffers: '32MB' },
  })
  node = await nodes.start({
    DATABASE_URL: server.url,
    ENCRYPTION_KEY,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
  })
})
afterAll(() => server.stop())

const frozen = new Set<number>()
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    // One that has ended meanwhile is fine.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
const freeze = (pids: number[]): void => {
  for (const pid of pids) {
    signal(pid, 'SIGSTOP')
    frozen.add(pid)
  }
}
const thaw = (): void => {
  for (const pid of frozen) signal(pid, 'SIGCONT')
  frozen.clear()
}
afterEach(thaw)

/** The children of a process. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

async function connectAside(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  return client
}

/** The backends of the node, and whether each of them has nothing to do. */
async function backends(): Promise<{ pid: number; idle: boolean }[]> {
  const client = await connectAside()
  const { rows } = await client.query<{ pid: number; idle: boolean }>(
    "select pid, state = 'idle' as idle from pg_stat_activity where application_name = 'lettermill'",
  )
  await client.end()
  return rows
}

/**
 * Freezes all backends of the node while none of them does anything. One that is stopped in the middle of its work may
 * hold a lock that the whole server waits for, and then this would be a frozen server, which is the next test.
 */
async function freezeIdleBackends(): Promise<void> {
  await eventually(async () => {
    freeze((await backends()).map(({ pid }) => pid))
    const busy = (await backends()).filter(({ pid, idle }) => frozen.has(pid) && !idle)
    if (busy.length > 0) thaw()
    expect(busy).toEqual([])
  })
}

/** Opens every connection that the pool may have: with room for another one the node would stay ready. */
async function fillPool(): Promise<void> {
  const { id } = (await call('POST /contacts', { email: 'crowded@example.com' })).json<{ id: string }>()
  // Each has a transaction of its own, and waits in it for the one before.
  await Promise.all(
    Array.from({ length: 4 * POOL_SIZE }, (_, plan) => call(`PATCH /contacts/${id}`, { data: { plan } })),
  )
}

const call = (what: string, body?: unknown): Promise<Answer> =>
  ask(node, what, body === undefined ? {} : { body })

/** The database hangs until the test lets it go on, so an answer that comes was not waiting for it. */
function expectUnavailable(answer: Answer): void {
  expect([answer.status, answer.json<ErrorAnswer>().error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(answer.headers.get('retry-after')).toBe('2')
}

const isUp = async () => expect((await ask(node, 'GET /ready', { key: null })).status).toBe(200)

/** How many statements of the node wait for a lock. */
async function countWaiting(aside: pg.Client): Promise<number> {
  const { rows } = await aside.query(`select from pg_stat_activity where ${WAITING}`)
  return rows.length
}

const WAITING = "application_name = 'lettermill' and wait_event_type = 'Lock'"

describe('a lock that nobody gives back', () => {
  it('is a 503 for who needs it, and nobody else waits for it', async () => {
    const event = (email: string) => call('POST /v1/track', { event: 'visit', email })
    const { id } = (await call('POST /contacts', { email: 'locked@example.com' })).json<{ id: string }>()
    const [holder, aside] = [await connectAside(), await connectAside()]
    await holder.query('begin')
    await holder.query('select from contacts where id = $1 for update', [id])
    const refused: Answer[] = []
    const waiting = [
      call(`PATCH /contacts/${id}`, { data: { plan: 'gold' } }),
      event('locked@example.com'),
    ].map(async (answer) => refused.push(await answer))
    await eventually(async () => expect(await countWaiting(aside)).toBe(waiting.length))

    const others = [event('free@example.com'), ...Array.from({ length: 5 }, () => call('GET /contacts'))]
    for (const other of others) expect((await other).status).toBe(200)
    await isUp()
    expect(refused).toEqual([])

    // As PostgreSQL does it to a statement that has had its ten seconds (statement-limits.test.ts).
    await eventually(async () => {
      await aside.query(`select pg_cancel_backend(pid) from pg_stat_activity where ${WAITING}`)
      expect(refused).toHaveLength(waiting.length)
    }, 100)
    refused.forEach(expectUnavailable)
    await holder.query('rollback')
    await Promise.all([holder.end(), aside.end()])
    expect((await call(`PATCH /contacts/${id}`, { data: { plan: 'gold' } })).status).toBe(200)
  })
})

describe('backends that are frozen', () => {
  it('are left, and others do their work', async () => {
    await fillPool()
    await freezeIdleBackends()
    expectUnavailable(await call('GET /ready'))
    expect((await call('GET /health')).status).toBe(200)
    await eventually(isUp, 500)
    expect((await call('POST /contacts', { email: 'new@example.com' })).status).toBe(201)
  })
})

describe('a server that is frozen', () => {
  it('is a 503 in bounded time, and works again when it goes on', async () => {
    freeze([server.pid])
    freeze(childrenOf(server.pid))
    expectUnavailable(await call('GET /ready'))
    expect((await call('GET /health')).status).toBe(200)
    const answers = await Promise.all([
      call('GET /contacts'),
      call('POST /contacts', { email: 'frozen@example.com' }),
      call('GET /ready'),
    ])
    for (const answer of answers) expectUnavailable(answer)
    thaw()
    await eventually(isUp)
    expect((await call('POST /contacts', { email: 'later@example.com' })).status).toBe(201)
  })
})
