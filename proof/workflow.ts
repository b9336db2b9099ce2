// `npm run proof:workflow`: contacts go through a workflow while nodes and database are killed. Prints a table and ends
// with 1 when a promise is broken. Minutes of a delay take two seconds.
//
//   npm run proof:workflow -- [--executions 10000] [--faults 12] [--seed 1] [--smallest]
//   npm run proof:workflow -- --break transaction    effects and state are committed apart; must be noticed: ends with 1
import { makeChangedSource } from './harness/changed-source.ts'
import type { SourceChange } from './harness/changed-source.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import { FAULTS, HARD_FAULTS, runFaults } from './harness/faults.ts'
import type { FaultKind } from './harness/faults.ts'
import type { Row } from './harness/promise-table.ts'
import { createRandom } from './harness/random.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { auditDated, DATED_STEPS, makeDatedWorkflow, SHORT_HOURS, startAnswerer } from './workflow/dated.ts'
import type { Answerer } from './workflow/dated.ts'
import { SEPARATE_COMMITS } from './workflow/separate-commits.ts'
import { auditWorkflow } from './workflow/audit.ts'
import { enterAll, makeWorkflow, readProgress, untilEnded } from './workflow/steps.ts'

const SHORT_MINUTES: SourceChange = {
  file: 'src/platform/conditions/dates.values.ts',
  from: 'minutes: 60_000,',
  to: 'minutes: 2_000,',
}

type Options = { executions: number; faults: number; seed: number; answerer: Answerer }

/** Threads that send have nothing to do with executions. */
const KINDS: readonly FaultKind[] = HARD_FAULTS.filter((kind) => kind !== 'thread')

async function run(stage: Stage, { executions, faults: count, seed, answerer }: Options): Promise<Row[]> {
  const random = createRandom(seed)
  await stage.fleet.addAll()
  const workflow = await makeWorkflow(stage)
  const dated = await makeDatedWorkflow(stage, answerer)
  const ids = [workflow.id, dated]
  stage.say('An api and two workers are up; contacts enter')
  const began = performance.now()
  let progress = 0
  const looking = setInterval(() => {
    void readProgress(stage, ids, executions * (workflow.steps.length + DATED_STEPS)).then(
      (share) => (progress = Math.max(progress, share)),
    )
  }, 200)
  const entering = enterAll(stage, { executions })
  const faults = await runFaults(stage, { kinds: KINDS, count, random, progress: () => progress })
  await entering
  stage.say('       no more faults; waiting until every execution has ended by itself')
  await untilEnded(stage, ids, executions)
  clearInterval(looking)
  const took = (performance.now() - began) / 1000
  return [
    ...Object.entries(faults.counts).map(([kind, measured]) => ({
      what: FAULTS[kind as FaultKind],
      measured,
    })),
    { what: 'ended after', measured: `${took.toFixed(1)} s` },
    ...(await auditWorkflow(stage, workflow, executions)),
    ...(await auditDated(stage, { id: dated, projectId: workflow.projectId, answerer }, executions)),
  ]
}

await runProof(async (say) => {
  const { broken, ...options } = readProofOptions({
    numbers: { executions: 10_000, faults: 12 },
    smallest: { executions: 50, faults: 1 },
    breakages: ['transaction'],
  })
  say(`Seed ${options.seed}`)
  const makeSource = (folder: string) =>
    makeChangedSource(folder, SHORT_MINUTES, SHORT_HOURS, ...(broken === undefined ? [] : SEPARATE_COMMITS))
  const answerer = await startAnswerer()
  try {
    const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1' }
    return await withStage({ say, makeSource, settings }, (stage) => run(stage, { ...options, answerer }))
  } finally {
    answerer.close()
  }
})
