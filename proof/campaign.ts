// `npm run proof:campaign`: a campaign is sent while nodes and database are killed, it is paused and resumed, and contacts
// come, leave and are deleted. Prints a table and ends with 1 when a promise is broken.
//
//   npm run proof:campaign -- [--recipients 20000] [--faults 12] [--seed 1]
//   npm run proof:campaign -- --smallest             to see whether it works at all
//   npm run proof:campaign -- --canary               a tenth goes first, then it waits
//   npm run proof:campaign -- --variants             three variants are tried on a fifth, the rest gets the winner
//   npm run proof:campaign -- --break ledger        recipients stay in the ledger; must be noticed: ends with 1
import { MOST_CONNECTIONS } from '../src/platform/email/smtp/connection-limit.ts'
import { auditCampaign } from './campaign/audit.ts'
import { disturb } from './campaign/disturbance.ts'
import { auditSample, SAMPLES, shortenWait } from './campaign/sample.ts'
import type { Sample } from './campaign/sample.ts'
import { makeCampaign, untilSent } from './campaign/steps.ts'
import { auditRepeats, copiesOf } from './harness/audit.ts'
import { makeChangedSource } from './harness/changed-source.ts'
import type { SourceChange } from './harness/changed-source.ts'
import { FAULTS, HARD_FAULTS, runFaults } from './harness/faults.ts'
import type { FaultKind } from './harness/faults.ts'
import { readProofOptions, runProof, UsageError } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { createRandom } from './harness/random.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { KILLABLE_THREADS } from './harness/thread-killer.ts'

// As a remote relay does, so that a kill always finds emails that are not answered yet.
const RECEIVER_MS = 100

const KEPT_IN_LEDGER: SourceChange = {
  file: 'src/features/campaigns/sending/recipients.queries.ts',
  from: 'and email_id = any(array(select email_id from accepted))',
  to: 'and false and email_id = any(array(select email_id from accepted))',
}

type Options = {
  recipients: number
  faults: number
  seed: number
  isBroken: boolean
  sample: Sample | undefined
}

async function run(stage: Stage, options: Options): Promise<Row[]> {
  const { recipients, faults: count, seed, isBroken, sample } = options
  const random = createRandom(seed)
  await stage.fleet.addAll()
  const campaign = await makeCampaign(stage, { recipients, plan: sample ? SAMPLES[sample] : {} })
  stage.sink.answerAfter(RECEIVER_MS)
  stage.say('An api and two workers are up; the campaign is being sent')
  const began = performance.now()
  const progress = () => copiesOf(stage.sink.arrivals).size / recipients
  const wait = sample && shortenWait(stage, campaign)
  const disturbing = disturb(stage, { campaign, random })
  const faults = await runFaults(stage, { kinds: kindsOf(isBroken), count, random, progress })
  const disturbed = await disturbing.stop()
  stage.say('       no more faults; waiting until the campaign is SENT by itself')
  await untilSent(stage, campaign)
  const sampledAt = await wait?.stop()
  const took = (performance.now() - began) / 1000
  return [
    ...told(faults.counts, { ...disturbed, 'sent after': `${took.toFixed(1)} s` }),
    ...(await auditCampaign(stage, campaign)),
    ...(sample ? await auditSample(stage, campaign, { sample, sampledAt }) : []),
    ...auditRepeats({
      copies: copiesOf(stage.sink.arrivals),
      kills: faults.kills,
      connections: MOST_CONNECTIONS,
    }),
    ...endsOf(stage),
  ]
}

/** The changed source takes the place of the one in which single threads can be killed. */
const kindsOf = (isBroken: boolean): readonly FaultKind[] =>
  isBroken ? HARD_FAULTS.filter((kind) => kind !== 'thread') : HARD_FAULTS

const told = (faults: Record<string, number>, others: Record<string, string | number>): Row[] => [
  ...Object.entries(faults).map(([kind, measured]) => ({ what: FAULTS[kind as FaultKind], measured })),
  ...Object.entries(others).map(([what, measured]) => ({ what, measured })),
]

const endsOf = ({ fleet }: Stage): Row[] => [
  {
    what: 'nodes that ended by themselves',
    measured: fleet.unasked.length,
    promised: '0',
    isKept: fleet.unasked.length === 0,
  },
]

await runProof((say) => {
  const { broken, flags, ...options } = readProofOptions({
    numbers: { recipients: 20_000, faults: 12 },
    smallest: { recipients: 200, faults: 1 },
    breakages: ['ledger'],
    flags: Object.keys(SAMPLES),
  })
  const [sample, another] = [...flags] as Sample[]
  if (another !== undefined) throw new UsageError('A campaign has a canary or variants, not both.')
  const isBroken = broken !== undefined
  say(`Seed ${options.seed}`)
  const makeSource = (folder: string) =>
    makeChangedSource(folder, isBroken ? KEPT_IN_LEDGER : KILLABLE_THREADS)
  return withStage({ say, makeSource }, (stage) => run(stage, { ...options, isBroken, sample }))
})
