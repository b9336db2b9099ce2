// A database that is there and does not answer: a lock that nobody gives back, backends that are frozen, a whole server
// that is frozen. Nobody waits for ever, and everything works again without a restart.
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

/** The limit of a statement is 10 s; what hangs must be answered before callers give up. */
const BOUND_MS = 30_000

/** A load balancer does not wait long. */
const READY_BOUND_MS = 10_000

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
  const { id } = (await timed('POST /contacts', { email: 'crowded@example.com' })).json<{ id: string }>()
  // Each has a transaction of its own, and waits in it for the one before.
  await Promise.all(
    Array.from({ length: 4 * POOL_SIZE }, (_, plan) => timed(`PATCH /contacts/${id}`, { data: { plan } })),
  )
}

/** The answer, and how long it took. */
async function timed(what: string, body?: unknown): Promise<Answer & { ms: number }> {
  const askedAt = performance.now()
  const answer = await ask(node, what, body === undefined ? {} : { body })
  return { ...answer, ms: performance.now() - askedAt }
}

function expectUnavailable(answer: Answer & { ms: number }, boundMs = BOUND_MS): void {
  expect([answer.status, answer.json<ErrorAnswer>().error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(answer.ms).toBeLessThan(boundMs)
}

const isUp = async () => expect((await ask(node, 'GET /ready', { key: null })).status).toBe(200)

describe('a lock that nobody gives back', () => {
  it('is a 503 for who needs it, and nobody else waits for it', async () => {
    const event = (email: string) => timed('POST /v1/track', { event: 'visit', email })
    const { id } = (await timed('POST /contacts', { email: 'locked@example.com' })).json<{ id: string }>()
    const holder = await connectAside()
    await holder.query('begin')
    await holder.query('select from contacts where id = $1 for update', [id])
    const [changed, tracked, other] = await Promise.all([
      timed(`PATCH /contacts/${id}`, { data: { plan: 'gold' } }),
      event('locked@example.com'),
      event('free@example.com'),
      ...Array.from({ length: 5 }, async () => expect((await timed('GET /contacts')).ms).toBeLessThan(5_000)),
    ])
    expectUnavailable(changed)
    expectUnavailable(tracked)
    expect(other.status).toBe(200)
    await isUp()
    await holder.query('rollback')
    await holder.end()
    expect((await timed(`PATCH /contacts/${id}`, { data: { plan: 'gold' } })).status).toBe(200)
  })
})

describe('backends that are frozen', () => {
  it('are left, and others do their work', async () => {
    await fillPool()
    await freezeIdleBackends()
    expectUnavailable(await timed('GET /ready'), READY_BOUND_MS)
    expect((await timed('GET /health')).status).toBe(200)
    await eventually(isUp, 500)
    expect((await timed('POST /contacts', { email: 'new@example.com' })).status).toBe(201)
  })
})

describe('a server that is frozen', () => {
  it('is a 503 in bounded time, and works again when it goes on', async () => {
    freeze([server.pid])
    freeze(childrenOf(server.pid))
    expectUnavailable(await timed('GET /ready'), READY_BOUND_MS)
    expect((await timed('GET /health')).status).toBe(200)
    const answers = await Promise.all([
      timed('GET /contacts'),
      timed('POST /contacts', { email: 'frozen@example.com' }),
      timed('GET /ready'),
    ])
    for (const answer of answers) expectUnavailable(answer)
    thaw()
    await eventually(isUp)
    expect((await timed('POST /contacts', { email: 'later@example.com' })).status).toBe(201)
  })
})
