// Everything that writes contacts at once, to the same few hundred of them. Each kind of write locks several contacts;
// if any two kinds disagree about the order, PostgreSQL ends one of them as a deadlock within a second or two.
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countDeadlocks } from '../support/database/deadlocks.ts'
import { buildContacts, readJob, uploadCsv } from '../support/factories.ts'
import type { JobRecord } from '../support/factories.ts'
import { eventually } from '../support/eventually.ts'
import { call } from '../support/requests.ts'
import type { Reply } from '../support/requests.ts'
import { postSend } from '../support/send-steps.ts'
import { useTestApp } from '../support/test-app.ts'
import { startJobRunner } from '../../src/platform/jobs/runner.ts'
import { buildHandlers } from '../../src/worker.ts'

const test = useTestApp({ DATABASE_POOL_SIZE: '20' })

const CONTACTS = 300

let turn = 0
/** Spread over all contacts, and another choice each time. */
const pick = (count: number): string[] => {
  turn += 1
  return Array.from({ length: count }, (_, index) => addressOf((turn * 131 + index * 67) % CONTACTS))
}
const addressOf = (index: number) => `c${String(index).padStart(3, '0')}@contention.test`

async function readIds(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contacts where project_id = ${test.project.projectId} order by random() limit 100`.execute(
    test.deps.database.db,
  )
  return rows.map(({ id }) => id)
}

const persistent = () => ({ [`k${turn % 5}`]: { value: turn, persistent: true } })

const importFile = () =>
  `email,subscribed,note\n${pick(200)
    .map((email, index) => `${email},${index % 2 === 0 ? '' : index % 4 === 1},n${turn}`)
    .join('\n')}`

const WRITES: Record<string, () => Promise<Reply>> = {
  'a send that changes its contacts': () => postSend(test, { to: pick(20), data: persistent() }),
  'the same with an Idempotency-Key': () =>
    postSend(
      test,
      { to: pick(20), data: persistent() },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    ),
  'a send that names its recipients': () =>
    postSend(test, { to: pick(20).map((email) => ({ email, name: 'Ann' })) }),
  'an upsert': () =>
    call(test, ['POST', '/contacts'], { body: { email: pick(1)[0], data: { name: null, n: turn } } }),
  'an upsert that unsubscribes': () =>
    call(test, ['POST', '/contacts'], { body: { email: pick(1)[0], subscribed: turn % 2 === 0 } }),
  'an event': () =>
    call(test, ['POST', '/v1/track'], { body: { email: pick(1)[0], event: 'seen', data: { n: turn } } }),
  'an unsubscription of everybody': () =>
    call(test, ['POST', '/contacts/bulk'], { body: { action: 'unsubscribe', filter: {} } }),
  'a subscription of some': async () =>
    call(test, ['POST', '/contacts/bulk'], { body: { action: 'subscribe', ids: await readIds() } }),
  'a deletion of some': async () =>
    call(test, ['POST', '/contacts/bulk'], {
      body: { action: 'delete', ids: (await readIds()).slice(0, 20) },
    }),
  'an import': () => uploadCsv(test, importFile(), { query: { events: 'true', resubscribe: 'true' } }),
  'a deletion of one': async () => call(test, ['DELETE', `/contacts/${(await readIds())[0]}`]),
}

/** Moves a row in the order of addresses, also for those who have read the old order and are still locking. */
const MOVES: typeof WRITES = {
  'a change of an address': async () =>
    call(test, ['PATCH', `/contacts/${(await readIds())[0]}`], { body: { email: `moved-${pick(1)[0]}` } }),
}

/** Shared statements gather what comes at the same time: single contacts meet others only if many are under way. */
const AT_ONCE: Record<string, number> = { 'an upsert': 8, 'an upsert that unsubscribes': 4, 'an event': 12 }
/** How often each of them writes: about as long as the others. */
const ROUNDS: Record<string, number> = {
  'an upsert': 12,
  'an upsert that unsubscribes': 12,
  'an event': 12,
  'a deletion of one': 12,
  'a change of an address': 12,
}
const USUAL_ROUNDS = 5

/** Long work is queued. Its writer waits for it: one at a time is enough to keep it running. */
const LOOK_AGAIN_MS = 100

describe('writes of all kinds to the same contacts', () => {
  it('fail for nobody, lock in one order, and every job ends', async () => {
    await expectNoFailures(WRITES)
    expect(await countDeadlocks(test)).toBe(0)
  })

  it('fail for nobody while addresses change, which a lock order by address cannot foresee', async () => {
    await expectNoFailures({ ...WRITES, ...MOVES })
  })
})

async function expectNoFailures(writes: typeof WRITES): Promise<void> {
  await sql`delete from contacts where project_id = ${test.project.projectId}`.execute(test.deps.database.db)
  await buildContacts(test, CONTACTS, { emailOf: (index) => addressOf((index * 7) % CONTACTS) })
  const runner = await startJobRunner(test.deps, buildHandlers(test.deps))
  onTestFinished(() => runner.stop())
  const failures: string[] = []
  const jobs: JobRecord[] = []
  const repeat = async ([name, write]: [string, () => Promise<Reply>]) => {
    for (let round = 0; round < (ROUNDS[name] ?? USUAL_ROUNDS); round += 1) {
      const reply = await writeUntilAnswered(write)
      if (reply.statusCode >= 500) failures.push(`${name}: ${reply.statusCode} ${reply.body}`)
      if (reply.statusCode === 202) jobs.push(await endOf(reply.json<{ jobId: string }>().jobId))
    }
  }
  await Promise.all(
    Object.entries(writes).flatMap((entry) =>
      Array.from({ length: AT_ONCE[entry[0]] ?? 2 }, () => repeat(entry)),
    ),
  )
  expect(failures).toEqual([])
  expect(jobs.length).toBeGreaterThan(10)
  expect(jobs.filter(({ status }) => status !== 'DONE')).toEqual([])
}

// On a busy machine a statement may take longer than a request allows.
const TRIES = 5

/** Repeats a write that found the database too busy (503), as callers are told to. */
async function writeUntilAnswered(write: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await write()
    if (reply.statusCode !== 503 || attempt === TRIES) return reply
  }
}

const endOf = (jobId: string): Promise<JobRecord> =>
  eventually(async () => {
    const job = await readJob(test, jobId)
    expect(job.finishedAt).not.toBeNull()
    return job
  }, LOOK_AGAIN_MS)
