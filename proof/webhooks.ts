// `npm run proof:webhooks`: nodes are killed while they send webhooks to a receiver that fails at random. Prints a table and
// ends with 1 when a promise is broken.
//
//   npm run proof:webhooks -- [--events 10000] [--endpoints 10] [--kills 10] [--seed 1] [--smallest]
//   npm run proof:webhooks -- --break early    deliveries count as done before they are sent; must be noticed: ends with 1
//   npm run proof:webhooks -- --break body     a repeated request says something else; must be noticed: ends with 1
import { nothing } from './harness/audit.ts'
import { makeChangedSource } from './harness/changed-source.ts'
import type { SourceChange } from './harness/changed-source.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import { FAULTS, runFaults } from './harness/faults.ts'
import type { Row } from './harness/promise-table.ts'
import { createRandom } from './harness/random.ts'
import type { Random } from './harness/random.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { until } from './harness/until.ts'
import { startReceiver } from './webhooks/receiver.ts'
import type { Receiver } from './webhooks/receiver.ts'

const BREAKAGES: Record<string, SourceChange> = {
  early: {
    file: 'src/features/webhooks/worker/turn.queries.ts',
    from: `    select * from webhook_deliveries
    where project_id = \${projectId} and webhook_id = \${webhookId} and status = 'PENDING' and next_attempt_at <= \${now}
    order by next_attempt_at, id limit \${limit}`,
    to: `    update webhook_deliveries set status = 'DELIVERED', next_attempt_at = null, delivered_at = \${now}
    where (project_id, webhook_id, id) in (select project_id, webhook_id, id from webhook_deliveries
      where project_id = \${projectId} and webhook_id = \${webhookId} and status = 'PENDING' and next_attempt_at <= \${now}
      order by next_attempt_at, id limit \${limit}) returning *`,
  },
  body: {
    file: 'src/features/webhooks/worker/messages.service.ts',
    from: 'body: messageBody({ deliveries, isBatch }),',
    to: 'body: messageBody({ deliveries, isBatch }).replace("{", `{"sentAt":${performance.now()},`),',
  },
}

// Leases of killed workers last a minute, and an endpoint may meet several of them.
const END_LIMIT_MS = 600_000

type Options = { events: number; endpoints: number; kills: number }
type Proof = Options & { random: Random; receiver: Receiver }

const typeOf = (endpoint: number) => `order.${endpoint}`

/** Each endpoint has an event of its own, so that the expected deliveries are known exactly. */
async function makeEndpoints({ caller }: Stage, { endpoints, receiver }: Proof): Promise<void> {
  for (let endpoint = 0; endpoint < endpoints; endpoint += 1) {
    const body = { url: `${receiver.url}/${endpoint}`, events: [typeOf(endpoint)] }
    const reply = await caller.post('/webhooks', body)
    if (reply.status !== 201) throw new Error(`POST /webhooks answered ${reply.status}: ${reply.body}`)
    receiver.expect(`/${endpoint}`, (JSON.parse(reply.body) as { secret: string }).secret)
  }
}

/** Returns the expected arrivals: the path of the endpoint and the id of the event, for every call that was answered. */
async function trackAll({ caller }: Stage, { events, endpoints }: Proof): Promise<string[]> {
  const track = async (n: number) => {
    const endpoint = n % endpoints
    const call = { email: `reader${n % 500}@receiver.test`, event: typeOf(endpoint), data: { n } }
    const body = await caller.postUntilAnswered('/v1/track', call, `event ${n}`)
    const { data } = JSON.parse(body) as { data: { event: string } }
    return `/${endpoint} ${data.event}`
  }
  return Promise.all(Array.from({ length: events }, (_, n) => track(n)))
}

function audit({ receiver }: Proof, expected: readonly string[]): Row[] {
  const { taken, counts } = receiver
  const wanted = new Set(expected)
  return [
    { what: 'events', measured: expected.length },
    { what: 'requests', measured: counts.requests },
    { what: 'requests that the receiver made fail', measured: counts.failed },
    { what: 'requests that came again though they had been taken', measured: counts.repeated },
    nothing('events that did not arrive', [...wanted].filter((key) => !taken.has(key)).length),
    nothing('ids that nobody asked for', [...taken.keys()].filter((key) => !wanted.has(key)).length),
    nothing('requests with a bad signature', counts.badSignatures),
    nothing('ids with more than one body', [...taken.values()].filter((bodies) => bodies.size > 1).length),
  ]
}

async function run(stage: Stage, proof: Proof): Promise<Row[]> {
  const { receiver, events, kills, random } = proof
  await stage.fleet.addAll()
  await makeEndpoints(stage, proof)
  stage.say('An api and two workers are up; events are tracked')
  const began = performance.now()
  const tracking = trackAll(stage, proof)
  const progress = () => receiver.taken.size / events
  const faults = await runFaults(stage, { kinds: ['worker'], count: kills, random, progress })
  const expected = await tracking
  stage.say('       no more kills; waiting until nothing is left to deliver')
  const isDone = async () => {
    const pending = await stage.pool.query("select from webhook_deliveries where status = 'PENDING' limit 1")
    const heard = await stage.pool.query('select from webhook_deliveries')
    return pending.rowCount === 0 && heard.rowCount === events
  }
  await until(isDone, { what: 'nothing is left to deliver', limitMs: END_LIMIT_MS, everyMs: 500 })
  const took = (performance.now() - began) / 1000
  return [
    { what: FAULTS.worker, measured: faults.counts['worker'] ?? 0 },
    { what: 'all was delivered after', measured: `${took.toFixed(1)} s` },
    ...audit(proof, expected),
    nothing('nodes that ended by themselves', stage.fleet.unasked.length),
  ]
}

await runProof(async (say) => {
  const { broken, seed, ...options } = readProofOptions({
    numbers: { events: 10_000, endpoints: 10, kills: 10 },
    smallest: { events: 100, endpoints: 2, kills: 1 },
    breakages: Object.keys(BREAKAGES),
  })
  say(`Seed ${seed}`)
  const random = createRandom(seed)
  const receiver = await startReceiver(random)
  const breakage = broken === undefined ? undefined : BREAKAGES[broken]
  const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1' }
  return withStage(
    {
      say,
      settings,
      ...(breakage && { makeSource: (folder: string) => makeChangedSource(folder, breakage) }),
    },
    (stage) => run(stage, { ...options, random, receiver }),
  ).finally(() => receiver.close())
})
