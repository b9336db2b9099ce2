import pg from 'pg'
import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { findRunningPostgres } from '../../src/platform/postgres/running-postgres.ts'
import { readJob, startImport } from '../support/http-client.ts'
import { killWithDatabase, useNodes, type ReadyNode } from '../support/node-process.ts'

const nodes = useNodes()

const ROWS = 60_000

/** Straight from the tables: the totals of the API come from counters. */
async function countContacts(dataDir: string): Promise<{ all: string; different: string }> {
  const client = new pg.Client({ connectionString: await findRunningPostgres(dataDir) })
  await client.connect()
  try {
    const { rows } = await client.query<{ all: string; different: string }>(
      'select count(*) as all, count(distinct email) as different from contacts',
    )
    return rows[0] ?? { all: '', different: '' }
  } finally {
    await client.end()
  }
}

it('an import goes on by itself after kill -9 of program and database, every row once', async () => {
  const killed = await nodes.start()
  const jobId = await startImport(killed, ROWS)
  const doneAtLeast = async (node: ReadyNode, rows: number) => {
    const { done } = (await readJob(node, jobId)).progress
    expect(done).toBeGreaterThanOrEqual(rows)
    return done
  }
  const before = await eventually(() => doneAtLeast(killed, 1), 10)
  await killWithDatabase(killed)
  expect(before).toBeLessThan(ROWS)

  const next = await nodes.start({ DATA_DIR: killed.dataDir })
  // Nobody else can run jobs on a folder that we hold, so what the killed process had locked is free at once, not only
  // when its heartbeat is missed, half a minute later.
  const startedAt = performance.now()
  await eventually(() => doneAtLeast(next, before + 1))
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  await eventually(async () => expect((await readJob(next, jobId)).status).toBe('DONE'))
  expect((await readJob(next, jobId)).progress).toEqual({ done: ROWS, total: ROWS, failed: 0 })
  expect(await countContacts(next.dataDir)).toEqual({ all: String(ROWS), different: String(ROWS) })
})
