// `npm run proof:churn`: contacts are deleted, unsubscribed, changed in bulk, imported, tracked and written to, all at
// once and on the same contacts, while nodes are killed. Prints a table and ends with 1 when a promise is broken.
//
//   npm run proof:churn -- [--seconds 120] [--kills 2] [--seed 1] [--smallest]
//   npm run proof:churn -- --break lock-order        bulk actions lock by id; must be noticed: ends with 1
import { setTimeout as sleep } from 'node:timers/promises'
import { ACTIONS } from './churn/actions.ts'
import type { CallerAction } from './churn/actions.ts'
import { audit } from './churn/audit.ts'
import { addNodes } from './churn/nodes.ts'
import type { World } from './churn/world.ts'
import { makeChangedSource } from './harness/changed-source.ts'
import type { SourceChange } from './harness/changed-source.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { createRandom } from './harness/random.ts'
import { makeSender } from './harness/sender.ts'
import type { Sender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'

// As a remote relay does, so that a kill always finds emails that are not answered yet.
const RECEIVER_MS = 100

const DOMAIN = 'proof-of-churn.com'

const LOCKED_BY_ID: SourceChange = {
  file: 'src/features/contacts/bulk/bulk.queries.ts',
  from: 'order by email for update`.execute(trx)',
  to: 'order by id desc for update`.execute(trx)',
}

type Options = { seconds: number; kills: number; seed: number }

async function run(stage: Stage, { seconds, kills, seed }: Options): Promise<Row[]> {
  const random = createRandom(seed)
  const nodes = await addNodes(stage, random)
  const sender = await makeSender(stage, DOMAIN)
  const world: World = {
    nodes,
    random,
    sender,
    marketingTemplate: await makeTemplate(stage, sender),
    arrivals: stage.sink.arrivals,
    contactIds: [],
    acknowledged: [],
    jobs: [],
    turn: 0,
  }
  stage.sink.answerAfter(RECEIVER_MS)
  stage.say(`Two nodes are up; everything at once for ${seconds} s`)
  const endsAt = performance.now() + seconds * 1000
  const callers = Object.values(ACTIONS).flatMap((action) =>
    Array.from({ length: action.callers }, () => repeat(action, world, endsAt)),
  )
  const [killed] = await Promise.all([kill(stage, world, { seconds, kills }), ...callers])
  const rows = await audit(stage, world, killed)
  nodes.close()
  return rows
}

async function repeat(action: CallerAction, world: World, endsAt: number): Promise<void> {
  while (performance.now() < endsAt) {
    await action.run(world)
    await sleep(action.pauseMs)
  }
}

/** Kills the nodes in turn, spread over the time, and starts each again. Returns the lives that ended. */
async function kill(
  stage: Stage,
  { nodes }: World,
  { seconds, kills }: Pick<Options, 'seconds' | 'kills'>,
): Promise<Set<string>> {
  const killed = new Set<string>()
  for (let number = 0; number < kills; number += 1) {
    await sleep((seconds * 1000) / (kills + 1))
    const member = nodes.members[number % nodes.members.length]
    if (!member) break
    stage.say(`kill -9 of ${member.name}`)
    killed.add((await member.end('SIGKILL')).hostname)
    await member.start()
    stage.say(`${member.name} is up again`)
  }
  return killed
}

async function makeTemplate({ caller }: Stage, sender: Sender): Promise<string> {
  const reply = await caller.post('/templates', {
    name: 'News',
    subject: 'News of {{ plan }}',
    body: '<p>Dear {{ name }}, here is what is new.</p>',
    type: 'MARKETING',
    from: sender.from,
  })
  if (reply.status !== 201) throw new Error(`POST /templates answered ${reply.status}: ${reply.body}`)
  return (JSON.parse(reply.body) as { id: string }).id
}

await runProof((say) => {
  const { broken, ...options } = readProofOptions({
    numbers: { seconds: 120, kills: 2 },
    smallest: { seconds: 5, kills: 1 },
    breakages: ['lock-order'],
  })
  say(`Seed ${options.seed}`)
  const makeSource = (folder: string) => makeChangedSource(folder, LOCKED_BY_ID)
  return withStage({ say, ...(broken !== undefined && { makeSource }) }, (stage) => run(stage, options))
})
