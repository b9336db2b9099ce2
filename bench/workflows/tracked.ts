// The cost of workflows for POST /v1/track: with none, with a hundred that wait for other events, and with one that every event
// starts. In turn, by a node that also runs the workflows, as a small installation does.
import { setTimeout as sleep } from 'node:timers/promises'
import { openApi } from '../harness/api.ts'
import type { Api } from '../harness/api.ts'
import { startNodeProcess } from '../harness/node-process.ts'
import { postAll } from '../harness/post-load.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { median } from '../harness/timing.ts'

const CALLERS = 50
const CALLS = 5_000
const CONTACTS = 10_000
const ROUNDS = 5
const OTHERS = 100

const OTHERS_TARGET = 0.8
const EVERY_TARGET = 0.5

// The executions that the calls of a round started must end in proportion to the target "10,000 due at once within 30 s".
const EXECUTIONS_PER_MS = 10_000 / 30_000
const LOOK_AGAIN_MS = 50

const VIEWED = 'bench.viewed'
const PAUSE = [{ id: 'pause', type: 'DELAY', config: { amount: 30, unit: 'days' } }]

export async function benchTracked(stage: Stage, add: (result: Result) => void): Promise<void> {
  const node = await startNodeProcess(stage.settings)
  const key = stage.settings['BOOTSTRAP_SECRET_KEY'] ?? ''
  const api = openApi({ address: node.address, key, connections: 1 })
  const track = async () => {
    await stage.pool.query('checkpoint')
    const calls = stage.sized(CALLS)
    const bodies = Array.from({ length: calls }, (_, n) => JSON.stringify(bodyOf(n, stage)))
    return (await postAll({ address: node.address, key, path: '/v1/track', callers: CALLERS, bodies }))
      .perSecond
  }
  try {
    const rounds = await measureRounds({ stage, api, track })
    report(rounds, add)
  } finally {
    api.close()
    await node.stop()
  }
}

const bodyOf = (n: number, { sized }: Stage) => ({
  email: `person-${(n * 7919) % sized(CONTACTS)}@example.com`,
  event: VIEWED,
  data: { page: `/products/${n % 500}`, amount: n % 1000 },
})

type Round = { none: number; others: number; every: number; backlog: number; drainMs: number }
type TrackMeasurement = { stage: Stage; api: Api; track: () => Promise<number> }

async function measureRounds({ stage, api, track }: TrackMeasurement): Promise<Round[]> {
  const others = Array.from({ length: OTHERS }, (_, n) => `bench.other-${n}`)
  for (const name of [...others, VIEWED]) await create(api, name)
  // Warms up.
  await listenTo(stage, [])
  await track()
  const rounds: Round[] = []
  for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
    await listenTo(stage, [])
    const none = await track()
    await listenTo(stage, others)
    const withOthers = await track()
    await listenTo(stage, [VIEWED])
    const withEvery = await track()
    const backlog = await countBacklog(stage)
    const began = performance.now()
    while ((await countBacklog(stage)) > 0) await sleep(LOOK_AGAIN_MS)
    const drainMs = performance.now() - began
    rounds.push({ none, others: withOthers, every: withEvery, backlog, drainMs })
  }
  return rounds
}

/** As if only the workflows that are started by these events were enabled. */
async function listenTo({ pool }: Stage, names: readonly string[]): Promise<void> {
  await pool.query("delete from event_listeners where listener = 'workflows'")
  await pool.query(
    `insert into event_listeners (project_id, listener, name)
     select p.id, 'workflows', g.name from projects as p cross join unnest($1::text[]) as g (name)`,
    [names],
  )
}

const create = (api: Api, eventName: string) =>
  api.post('/workflows', {
    name: eventName,
    enabled: true,
    eventName,
    entry: { reentry: 'always' },
    steps: PAUSE,
  })

/** Events on their way to workflows, and executions that have not come to their pause. */
async function countBacklog({ pool }: Stage): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select (select count(*) from announcements where listener = 'workflows') +
       (select count(*) from workflow_executions where due_at < now() + interval '1 day') as count`,
  )
  return Number(rows[0]?.count)
}

function report(rounds: readonly Round[], add: (result: Result) => void): void {
  const floor = median(rounds.map(({ none }) => none))
  const line = (what: string, rateOf: (round: Round) => number, ratio: number): Result => ({
    what: `POST /v1/track ${what}, against none`,
    value: median(rounds.map(rateOf)),
    unit: 'requests/s',
    floor,
    ratio: median(rounds.map((round) => rateOf(round) / round.none)),
    target: { ratio },
  })
  add(line(`with ${OTHERS} workflows that wait for other events`, ({ others }) => others, OTHERS_TARGET))
  add(line('with a workflow that every event starts', ({ every }) => every, EVERY_TARGET))
  const backlog = Math.max(...rounds.map((round) => round.backlog))
  add({
    what: 'what that had started and was not done when the calls ended',
    detail: `at most ${backlog.toLocaleString('en-GB')} events and executions`,
    value: Math.max(...rounds.map(({ drainMs }) => drainMs)),
    unit: 'ms',
    target: { atMost: Math.ceil(backlog / EXECUTIONS_PER_MS) },
  })
}
