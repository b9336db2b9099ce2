// A day on which the same date of many contacts starts a workflow: from the look that finds them until each has an execution. A
// separate worker looks, and runs the executions meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { maintainIndexes } from '../../src/features/segments/indexes/indexes.service.ts'
import { openDatabase } from '../../src/platform/db/client.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { startNodeProcess } from '../harness/node-process.ts'
import { fillPastTriggers } from '../harness/past-triggers.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'

const DATED = 100_000

// As fast as executions that are due at once, which take 30 s per 10,000.
const TARGET_MS = 300_000
const LOOK_AGAIN_MS = 100

const PAUSE = [{ id: 'pause', type: 'DELAY', config: { amount: 30, unit: 'days' } }]

export async function benchDates(stage: Stage, add: (result: Result) => void): Promise<void> {
  const count = stage.sized(DATED)
  await fillPastTriggers(stage, {
    tables: ['contacts'],
    fill: (client) => client.query(SET_DATES, [count]),
  })
  const workflow = await stage.openApi({ connections: 1 }).post<{ id: string }>('/workflows', {
    name: 'A date of many contacts',
    enabled: true,
    trigger: { type: 'DATE', field: 'data.renewsOn', timezone: 'UTC' },
    steps: PAUSE,
  })
  await buildIndexes(stage)
  const worker = await startNodeProcess(stage.settings, { role: 'worker' })
  try {
    const { ms, perContact } = await takeDay(stage, { workflowId: workflow.id, count })
    add({
      what: `${count.toLocaleString('en-GB')} contacts whose date starts a workflow, until all are started`,
      detail: `${((count / ms) * 1000).toFixed(0)} executions/s; ${perContact} per contact`,
      value: ms,
      unit: 'ms',
      target: { atMost: TARGET_MS },
    })
  } finally {
    await worker.stop()
  }
}

/** As the job does every ten minutes. */
async function buildIndexes({ settings }: Stage): Promise<void> {
  const log = createLog('silent')
  const database = openDatabase({ urls: [settings['DATABASE_URL'] ?? ''], poolSize: 2, log })
  const { signal } = new AbortController()
  await maintainIndexes({ db: database.within(0).db, log, signal })
  await database.close()
}

type Day = { workflowId: string; count: number }

/** The workflow looks back to before midnight, as if it had been enabled yesterday. */
async function takeDay(
  { pool }: Stage,
  { workflowId, count }: Day,
): Promise<{ ms: number; perContact: number }> {
  await pool.query('checkpoint')
  await pool.query(LOOK_BACK, [workflowId])
  const began = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ started: string }>(COUNT_STARTED, [workflowId])
    if (Number(rows[0]?.started) >= count) break
    await sleep(LOOK_AGAIN_MS)
  }
  const ms = performance.now() - began
  const { rows } = await pool.query<{ most: number }>(MOST_PER_CONTACT, [workflowId])
  return { ms, perContact: Number(rows[0]?.most) }
}

// One in ten has the date of today, the others one of the days around the year.
const SET_DATES = `
  with numbered as (
    select project_id, id, row_number() over (order by id) as n from contacts
  )
  update contacts as c set data = c.data || jsonb_build_object('renewsOn', to_char(
    (now() at time zone 'UTC')::date + case when n <= $1 then 0 else 7 + n::int % 350 end, 'YYYY-MM-DD'))
  from numbered where c.project_id = numbered.project_id and c.id = numbered.id`

const LOOK_BACK = `
  update workflow_schedules set looked_until = now() - interval '1 day', look_until = null, position = null,
    due_at = now(), fence = fence + 1
  where id = $1`

const COUNT_STARTED = 'select count(*) as started from workflow_dates where workflow_id = $1'

const MOST_PER_CONTACT = `
  select max(count) as most from (
    select count(*) from workflow_executions where workflow_id = $1 group by contact_id) as counted`
