import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/postgres/embedded-postgres.ts'
import { ask, readJob, startImport, type Answer, type ErrorAnswer } from '../support/http-client.ts'
import { useNodes, type ReadyNode } from '../support/node-process.ts'
import { ENCRYPTION_KEY } from '../support/test-app.ts'

const nodes = useNodes()

const ROWS = 30_000

let dataDir: string
let server: EmbeddedPostgres
let node: ReadyNode

// A server of this file's own, because it is stopped here. It keeps its address.
const startServer = async () => {
  server = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '32MB' } })
}

beforeAll(async () => {
  dataDir = await nodes.preparedDir()
  await startServer()
  // Few connections, so that one that were lost in an outage would soon be missed.
  node = await nodes.start({ DATABASE_URL: server.url, ENCRYPTION_KEY, DATABASE_POOL_SIZE: '6' })
})
afterAll(() => server.stop())

const isUp = async () => expect((await ask(node, 'GET /ready', { key: null })).status).toBe(200)

function expectUnavailable(answer: Answer): void {
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(answer.json<ErrorAnswer>()).toMatchObject({
    success: false,
    code: 503,
    error: { code: 'SERVICE_UNAVAILABLE', statusCode: 503 },
  })
}

async function countContacts(where: string): Promise<number> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>(`select count(*) from contacts where ${where}`)
    return Number(rows[0]?.count)
  } finally {
    await client.end()
  }
}

/** Writes and reads, one after the other, until stopped; some with an Idempotency-Key, which means a longer transaction. */
async function load(name: string, until: AbortSignal): Promise<{ statuses: Set<number>; written: number }> {
  const statuses = new Set<number>()
  let written = 0
  for (let n = 0; !until.aborted; n += 1) {
    const headers = n % 2 ? { 'idempotency-key': `${name}-${n}` } : {}
    const body = { email: `load-${name}-${n}@example.com` }
    const answer = await ask(node, 'POST /contacts', { body, headers })
    if (answer.status === 201) written += 1
    statuses.add(answer.status).add((await ask(node, 'GET /contacts?limit=1')).status)
  }
  return { statuses, written }
}

describe('a database that is stopped under a running node', () => {
  it('is answered 503 until it is back; the running job goes on, and every row is there once', async () => {
    const jobId = await startImport(node, ROWS)
    await eventually(async () => expect((await readJob(node, jobId)).progress.done).toBeGreaterThan(0), 10)
    await server.stop()
    expectUnavailable(await ask(node, 'GET /contacts'))
    expectUnavailable(await ask(node, 'GET /contacts', { key: `sk_${'x'.repeat(40)}` }))
    expectUnavailable(await ask(node, 'POST /contacts', { body: { email: 'ada@example.com' } }))
    const headers = { 'idempotency-key': 'one' }
    expectUnavailable(await ask(node, 'POST /contacts', { body: { email: 'ada@example.com' }, headers }))
    expectUnavailable(await ask(node, 'GET /ready', { key: null }))
    expect((await ask(node, 'GET /health', { key: null })).status).toBe(200)

    await startServer()
    await eventually(isUp)
    expect((await ask(node, 'POST /contacts', { body: { email: 'ada@example.com' }, headers })).status).toBe(
      201,
    )
    await eventually(async () => expect((await readJob(node, jobId)).status).toBe('DONE'))
    expect((await readJob(node, jobId)).progress).toEqual({ done: ROWS, total: ROWS, failed: 0 })
    expect(await countContacts("email like 'person%'")).toBe(ROWS)
    expect(node.isRunning).toBe(true)
  })

  it('loses no connection of the pool, whatever was cut off, and no contact that was answered', async () => {
    const done = new AbortController()
    const loads = Promise.all(['a', 'b', 'c', 'd'].map((name) => load(name, done.signal)))
    for (let round = 0; round < 6; round += 1) {
      await sleep(150)
      const admin = new pg.Client({ connectionString: server.url })
      await admin.connect()
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lettermill'",
      )
      await admin.end()
    }
    done.abort()
    const results = await loads
    const statuses = new Set(results.flatMap((result) => [...result.statuses]))
    expect([200, 201, 503]).toEqual(expect.arrayContaining([...statuses]))
    expect(statuses).toContain(503)
    const written = results.reduce((sum, result) => sum + result.written, 0)
    expect(await countContacts("email like 'load-%'")).toBeGreaterThanOrEqual(written)

    const jobId = await eventually(() => startImport(node, 10))
    await eventually(async () => expect((await readJob(node, jobId)).status).toBe('DONE'))
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(node, 'GET /contacts?limit=1')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { text } = await ask(node, 'GET /metrics')
    expect(text).toContain('lettermill_database_connections{state="waited_for"} 0\n')
  })

  it('does not keep the node from stopping', async () => {
    await server.stop()
    expectUnavailable(await ask(node, 'GET /contacts'))
    expect(await node.stop()).toMatchObject({ code: 0, signal: null })
  })
})
