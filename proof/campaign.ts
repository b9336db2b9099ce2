// `npm run proof:campaign`: a campaign is sent while nodes and database are killed, it is paused and resumed, contacts
// come, leave and are deleted, and people leave and join its topic. Prints a table and ends with 1 when a promise is broken.
//
//   npm run proof:campaign -- [--recipients 20000] [--faults 12] [--seed 1]
//   npm run proof:campaign -- --ahead 16             MARKETING_EMAILS_AHEAD: the bound of emails that come twice grows with it
//   npm run proof:campaign -- --smallest             to see whether it works at all
//   npm run proof:campaign -- --canary               a tenth goes first, then it waits
//   npm run proof:campaign -- --variants             three variants are tried on a fifth, the rest gets the winner
//   npm run proof:campaign -- --caps                three campaigns and a workflow at once, under frequency caps
//   npm run proof:campaign -- --coupons             three campaigns and a workflow at once, with codes of one list
//   npm run proof:campaign -- --break ledger        recipients stay in the ledger; must be noticed: ends with 1
//   npm run proof:campaign -- --break topic         workers do not ask for the topic; must be noticed
//   npm run proof:campaign -- --caps --break slots  workers overwrite the slots of each other; must be noticed
//   npm run proof:campaign -- --caps --break count  workers add slots without counting them; must be noticed
//   npm run proof:campaign -- --coupons --break codes  codes are taken without locking them; must be noticed
import { MOST_CONNECTIONS } from '../src/platform/email/smtp/connection-limit.ts'
import { auditCampaign } from './campaign/audit.ts'
import { auditCaps, EMAILS_EACH, enterAll, makeCappedProject, untilHeld } from './campaign/caps.ts'
import {
  auditCoupons,
  EMAILS_EACH as COUPON_EMAILS_EACH,
  makeCouponProject,
  sendAll,
  untilEnded,
} from './campaign/coupons.ts'
import { disturb } from './campaign/disturbance.ts'
import { auditSample, SAMPLES, shortenWait } from './campaign/sample.ts'
import type { Sample } from './campaign/sample.ts'
import { makeCampaign, untilSent, watchProgress } from './campaign/steps.ts'
import { auditTopics, changeTopics } from './campaign/topics.ts'
import { auditRepeats, copiesOf } from './harness/audit.ts'
import { makeChangedSource } from './harness/changed-source.ts'
import type { SourceChange } from './harness/changed-source.ts'
import { FAULTS, HARD_FAULTS, runFaults } from './harness/faults.ts'
import type { FaultKind } from './harness/faults.ts'
import { readProofOptions, runProof, UsageError, USUAL_AHEAD } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { createRandom } from './harness/random.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { KILLABLE_THREADS } from './harness/thread-killer.ts'

// As a remote relay does, so that a kill always finds emails that are not answered yet.
const RECEIVER_MS = 100

const CAPS = 'caps'
const COUPONS = 'coupons'

const BREAKAGES: Record<string, readonly SourceChange[]> = {
  ledger: [
    {
      file: 'src/features/campaigns/sending/recipients.queries.ts',
      from: 'and email_id = any(array(select email_id from accepted))',
      to: 'and false and email_id = any(array(select email_id from accepted))',
    },
  ],
  topic: [
    {
      file: 'src/features/delivery/gates/recipient-gates.ts',
      from: "reasonOf: ({ topicState }) => (topicState === 'in' ? null : topicState),",
      to: 'reasonOf: () => null,',
    },
  ],
  // Workers rarely meet at the same contact, so they also take longer between reading and writing.
  slots: [
    {
      file: 'src/features/delivery/holds/cap-slots.queries.ts',
      from: 'where s.version = excluded.version - 1',
      to: 'where true',
    },
    {
      file: 'src/features/delivery/holds/holds.service.ts',
      from: '  const known = new Map(listed',
      to: '  await new Promise((resolve) => setTimeout(resolve, 2_000))\n  const known = new Map(listed',
    },
  ],
  count: [
    {
      file: 'src/features/delivery/holds/cap-slots.queries.ts',
      from: 'where cardinality(s.email_ids) < ${most}::int and not',
      to: 'where ${most}::int is not null and not',
    },
  ],
  // Executions of different contacts rarely take codes at the same moment, so they also take longer before they commit.
  codes: [
    {
      file: 'src/features/coupons/taking.queries.ts',
      from: 'for update ${isWaiting ? sql`` : sql`skip locked`}',
      to: '',
    },
    {
      file: 'src/features/coupons/give-coupons.service.ts',
      from: '  await addEmailVariables(',
      to: '  await new Promise((resolve) => setTimeout(resolve, 1_000))\n  await addEmailVariables(',
    },
  ],
}

type Options = {
  recipients: number
  faults: number
  /** MARKETING_EMAILS_AHEAD. */
  ahead: number
  seed: number
  isBroken: boolean
  sample: Sample | undefined
}

async function run(stage: Stage, options: Options): Promise<Row[]> {
  const { recipients, faults: count, ahead, seed, isBroken, sample } = options
  const random = createRandom(seed)
  await stage.fleet.addAll()
  const campaign = await makeCampaign(stage, { recipients, plan: sample ? SAMPLES[sample] : {} })
  stage.sink.answerAfter(RECEIVER_MS)
  stage.say('An api and two workers are up; the campaign is being sent')
  const began = performance.now()
  const watching = watchProgress(stage, campaign)
  const wait = sample && shortenWait(stage, campaign)
  const disturbing = disturb(stage, { campaign, random })
  const early = new Set(campaign.early.keys())
  // A source of its own: the order of the faults does not depend on how often people change their minds.
  const changing = changeTopics(stage, {
    readers: recipients,
    random: createRandom(seed + 1),
    absences: campaign.early,
  })
  const faults = await runFaults(stage, {
    kinds: kindsOf(isBroken),
    count,
    random,
    progress: () => watching.share,
  })
  watching.stop()
  const disturbed = await disturbing.stop()
  const { absences, counts: changes } = await changing.stop()
  stage.say('       no more faults; waiting until the campaign is SENT by itself')
  await untilSent(stage, campaign)
  const sampledAt = await wait?.stop()
  const took = (performance.now() - began) / 1000
  return [
    ...told(faults.counts, { ...disturbed, ...changes, 'sent after': `${took.toFixed(1)} s` }),
    ...(await auditCampaign(stage, campaign)),
    ...auditTopics(stage.sink.arrivals, absences, early),
    ...(sample ? await auditSample(stage, campaign, { sample, sampledAt }) : []),
    ...auditRepeats({
      copies: copiesOf(stage.sink.arrivals),
      kills: faults.kills,
      connections: MOST_CONNECTIONS,
      ahead,
    }),
    ...endsOf(stage),
  ]
}

async function runCaps(
  stage: Stage,
  { recipients, faults: count, ahead, seed, isBroken }: Options,
): Promise<Row[]> {
  await stage.fleet.addAll()
  const readers = Math.ceil(recipients / EMAILS_EACH)
  stage.sink.answerAfter(RECEIVER_MS)
  const project = await makeCappedProject(stage, readers)
  stage.say('An api and two workers are up; three campaigns and a workflow are being sent')
  const began = performance.now()
  const entering = enterAll(stage, project)
  // Half of the emails are held.
  const progress = () => copiesOf(stage.sink.arrivals).size / (recipients / 2)
  const random = createRandom(seed)
  const faults = await runFaults(stage, { kinds: kindsOf(isBroken), count, random, progress })
  await entering
  stage.say('       no more faults; waiting until every email is sent or held')
  await untilHeld(stage, project)
  const took = (performance.now() - began) / 1000
  const copies = copiesOf(stage.sink.arrivals)
  return [
    ...told(faults.counts, { 'sent or held after': `${took.toFixed(1)} s` }),
    ...(await auditCaps(stage, copies, readers)),
    ...auditRepeats({ copies, kills: faults.kills, connections: MOST_CONNECTIONS, ahead }),
    ...endsOf(stage),
  ]
}

async function runCoupons(
  stage: Stage,
  { recipients, faults: count, ahead, seed, isBroken }: Options,
): Promise<Row[]> {
  await stage.fleet.addAll()
  stage.sink.answerAfter(RECEIVER_MS)
  const project = await makeCouponProject(stage, Math.ceil(recipients / COUPON_EMAILS_EACH))
  stage.say('An api and two workers are up; three campaigns and a workflow are being sent')
  const began = performance.now()
  const entering = sendAll(stage, project)
  const progress = () => copiesOf(stage.sink.arrivals).size / (project.codes * COUPON_EMAILS_EACH)
  const random = createRandom(seed)
  const faults = await runFaults(stage, { kinds: kindsOf(isBroken), count, random, progress })
  await entering
  stage.say('       no more faults; waiting until every email has ended')
  await untilEnded(stage, project)
  const took = (performance.now() - began) / 1000
  const copies = copiesOf(stage.sink.arrivals)
  return [
    ...told(faults.counts, { 'ended after': `${took.toFixed(1)} s` }),
    ...(await auditCoupons(stage, copies, project)),
    ...auditRepeats({ copies, kills: faults.kills, connections: MOST_CONNECTIONS, ahead }),
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
    numbers: { recipients: 20_000, faults: 12, ahead: USUAL_AHEAD },
    smallest: { recipients: 200, faults: 1, ahead: USUAL_AHEAD },
    breakages: Object.keys(BREAKAGES),
    flags: [...Object.keys(SAMPLES), CAPS, COUPONS],
  })
  const chosen = [...flags]
  if (chosen.length > 1) {
    throw new UsageError('Choose one of --canary, --variants, --caps and --coupons.')
  }
  const isBroken = broken !== undefined
  say(`Seed ${options.seed}`)
  const changes = broken === undefined ? [KILLABLE_THREADS] : (BREAKAGES[broken] ?? [])
  const makeSource = (folder: string) => makeChangedSource(folder, ...changes)
  const sample = chosen.find((flag): flag is Sample => flag in SAMPLES)
  const proof = flags.has(CAPS) ? runCaps : flags.has(COUPONS) ? runCoupons : run
  const settings = { MARKETING_EMAILS_AHEAD: String(options.ahead) }
  return withStage({ say, settings, makeSource }, (stage) => proof(stage, { ...options, isBroken, sample }))
})
