// The time to match one event: the transaction that takes one event out of the queue, among a thousand
// workflows and a million executions. In this process, because the API has answered long before.
import { openDatabase } from '../../src/platform/db/client.ts'
import type { Database } from '../../src/platform/db/client.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { runQueuedBatch } from '../../src/platform/work/queued-batch.ts'
import { listQueuedProjects } from '../../src/platform/work/queued-rows.ts'
import { createDefinitions } from '../../src/features/workflows/executions/definitions.service.ts'
import { createKnownTriggers } from '../../src/features/workflows/triggers/known-triggers.service.ts'
import { announcementWork } from '../../src/features/events/index.ts'
import { createWorkflowListener } from '../../src/features/workflows/triggers/signals.service.ts'
import { buildFilters } from '../../src/filter-sources.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile, tidyUp, timed } from '../harness/timing.ts'
import { PAID } from './fill.ts'

const WORKFLOWS = 1_000
const EVENTS = 200
const WARM_UP_EVENTS = 20
const TARGET_MS = 5

// As many as one transaction takes.
const TOGETHER = 500

const POOL_SIZE = 4

const KINDS = [
  { name: 'bench.unheard', what: 'an event that starts and wakes nothing' },
  { name: 'bench.same', what: 'an event that would start each, if their conditions held' },
  { name: PAID, what: 'an event that an execution waits for' },
]

export async function benchMatching(stage: Stage, add: (result: Result) => void): Promise<void> {
  await fillWorkflows(stage)
  const database = openDatabase({
    urls: [stage.settings['DATABASE_URL'] ?? ''],
    poolSize: POOL_SIZE,
    log: createLog('silent'),
  })
  try {
    const take = takerOf(database)
    for (const { name, what } of KINDS) {
      await matchTimes(stage, { take, name, events: WARM_UP_EVENTS, from: 0 })
      const times = await matchTimes(stage, { take, name, events: EVENTS, from: WARM_UP_EVENTS })
      await signal(stage, { name, from: WARM_UP_EVENTS + EVENTS, count: TOGETHER })
      const together = await timed(take)
      add({
        what: `matching against ${WORKFLOWS.toLocaleString('en-GB')} workflows and those who wait: ${what}`,
        detail: `p95 ${quantile(times, 0.95).toFixed(1)} ms; ${(together / TOGETHER).toFixed(2)} ms each when ${TOGETHER} come together`,
        value: quantile(times, 0.5),
        unit: 'ms',
        target: { atMost: TARGET_MS },
      })
    }
  } finally {
    await database.close()
  }
}

function takerOf(database: Database): () => Promise<void> {
  const definitions = createDefinitions()
  const parts = { database, clock: systemClock, log: createLog('silent') }
  const tools = {
    ...parts,
    filters: buildFilters(database),
    definitions,
    triggers: createKnownTriggers(definitions),
  }
  const kind = announcementWork(createWorkflowListener(tools))
  return async () => {
    const [projectId] = await listQueuedProjects(database, kind, {
      now: systemClock.now(),
      after: undefined,
      without: [],
      limit: 1,
    })
    const taken = projectId ? await runQueuedBatch(parts, kind, projectId) : 0
    if (taken === 0) throw new Error('no event was taken')
  }
}

type MatchRun = { take: () => Promise<void>; name: string; events: number; from: number }

async function matchTimes(stage: Stage, { take, name, events, from }: MatchRun): Promise<number[]> {
  tidyUp()
  const times: number[] = []
  for (let n = 0; n < events; n += 1) {
    await signal(stage, { name, from: from + n, count: 1 })
    times.push(await timed(take))
  }
  return times
}

/** As a recorded event does. Every third contact waits for PAID. */
async function signal(
  { pool }: Stage,
  { name, from, count }: { name: string; from: number; count: number },
): Promise<void> {
  await pool.query(
    `insert into announcements (project_id, listener, event_id, name, contact_id, data, throttled, created_at)
     select project_id, 'workflows', gen_random_uuid(), $1, id, '{"total": 0}', false, now() from contacts
     where email = any(select 'person-' || 3 * n || '@example.com' from generate_series($2::int, $2::int + $3::int - 1) as n)`,
    [name, from, count],
  )
}

/** Copies of one that the API has made: each is started by the same event if its data fits, and waits for PAID. */
async function fillWorkflows({ pool, openApi }: Stage): Promise<void> {
  const { id } = await openApi({ connections: 1 }).post<{ id: string }>('/workflows', {
    name: 'One of a thousand',
    enabled: true,
    trigger: {
      type: 'EVENT',
      event: 'bench.same',
      where: [{ field: 'data.total', operator: 'greaterThan', value: 100 }],
    },
    steps: [
      {
        id: 'wait',
        type: 'WAIT_FOR_EVENT',
        config: { event: PAID, timeout: { amount: 3, unit: 'days' } },
        next: { event: null, timeout: null },
      },
    ],
  })
  await pool.query(COPY_WORKFLOWS, [id, WORKFLOWS - 1])
  for (const table of ['workflows', 'workflow_versions', 'workflow_triggers']) {
    await pool.query(`vacuum analyze ${table}`)
  }
}

const COPY_WORKFLOWS = `
  with copies as materialized (
    select gen_random_uuid() as id, n from generate_series(1, $2::int) as n
  ), made as (
    insert into workflows (project_id, id, name, enabled, version, created_at, updated_at)
    select w.project_id, c.id, w.name || ' ' || c.n, true, 1, now(), now() from workflows as w, copies as c where w.id = $1
    returning id
  ), versions as (
    insert into workflow_versions (project_id, workflow_id, version, trigger, steps, entry, exit, step_count, was_enabled,
      names, created_at)
    select v.project_id, c.id, 1, v.trigger, v.steps, v.entry, v.exit, v.step_count, true, v.names, now()
    from workflow_versions as v, copies as c where v.workflow_id = $1 and c.id in (select id from made)
  )
  insert into workflow_triggers (project_id, name, workflow_id)
  select t.project_id, t.name, c.id
  from workflow_triggers as t, copies as c where t.workflow_id = $1 and c.id in (select id from made)`
