// POST /contacts into the table of a million, against what driver, pool and database do without us: the same row
// into the same table by one statement and commit, without triggers, from this process.
import { openDatabase } from '../../src/platform/db/client.ts'
import { newId } from '../../src/platform/ids.ts'
import type { ContactId } from '../../src/platform/ids.ts'
import { createLog } from '../../src/platform/log/log.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { callRate } from '../harness/timing.ts'
import { contactOf } from './contact-file.ts'

const LOADS = [
  { callers: 1, calls: 3000 },
  { callers: 50, calls: 20_000 },
]

// The default of DATABASE_POOL_SIZE.
const POOL_SIZE = 20

// Addresses that neither the file nor the other load has; each load takes its own lakh.
const FIRST_NEW_ROW = 5_000_000
const ROWS_A_LOAD = 100_000

const INSERT = `insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
  values ('018f0000-0000-7000-8000-000000000000', $1, $2, $3, $4, $5, $5)`

function newContact(load: number, index: number) {
  const { email, subscribed, ...data } = contactOf(FIRST_NEW_ROW + load * ROWS_A_LOAD + index)
  return { email, subscribed, data }
}

export async function benchUpserts(stage: Stage, add: (result: Result) => void): Promise<void> {
  for (const [index, load] of LOADS.entries()) {
    const floor = await insertFloor(stage, index)
    const api = stage.openApi({ connections: load.callers })
    const value = await callRate(sizedLoad(stage, load), (call) =>
      api.post('/contacts', newContact(index, call)),
    )
    const callers = load.callers === 1 ? 'one connection' : `${load.callers} connections`
    add({ what: `new contacts by POST /contacts, ${callers}`, value, unit: 'requests/s', floor })
  }
}

const sizedLoad = ({ sized }: Stage, { callers, calls }: (typeof LOADS)[number]) => ({
  callers,
  calls: sized(calls),
})

/** In another project, and without the triggers: the counters of the project that is measured stay true. */
async function insertFloor(stage: Stage, load: number): Promise<number> {
  const url = new URL(stage.databaseUrl)
  url.searchParams.set('options', '-c session_replication_role=replica')
  const database = openDatabase({ urls: [url.href], poolSize: POOL_SIZE, log: createLog('silent') })
  try {
    return await callRate(sizedLoad(stage, LOADS[load] ?? { callers: 1, calls: 0 }), (call) => {
      const now = new Date()
      const { email, subscribed, data } = newContact(load, call)
      const values = [newId<ContactId>(now), email, subscribed, JSON.stringify(data), now]
      return database.pool.query({ name: 'insert-floor', text: INSERT, values })
    })
  } finally {
    await database.close()
  }
}
