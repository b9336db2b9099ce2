// `npm run proof:standby`: two apis and two workers on a PostgreSQL with a synchronous standby. The primary is killed, or stops
// answering and comes back, and the standby is promoted; emails, a campaign, a workflow and an import go on meanwhile. Needs the
// PostgreSQL of Debian or one with the same programs, so `npm run test:long` leaves it out.
//
//   npm run proof:standby -- [--emails 20000] [--failovers 10] [--smallest]
import { auditCampaign } from './campaign/audit.ts'
import { makeCampaign, untilSent } from './campaign/steps.ts'
import { auditAcknowledged, auditTables, copiesOf, drain, nothing, repeatedBy } from './harness/audit.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { runFailOvers } from './standby/fail-overs.ts'
import { startPair } from './standby/servers.ts'
import type { ServerPair } from './standby/servers.ts'
import { CALLERS, loadBoth, startSecondApi } from './harness/two-apis.ts'
import { auditWorkload, importContacts, makeWorkflow, trackVisits, untilVisited } from './harness/workload.ts'

// As a remote relay does, so that a fail-over always finds emails that are not answered yet.
const RECEIVER_MS = 200

const ANSWER_LIMIT_MS = 10_000

type Size = { emails: number; failovers: number; isSmallest: boolean }

async function prove(
  stage: Stage,
  pair: ServerPair,
  { emails, failovers, isSmallest }: Size,
): Promise<Row[]> {
  const { say } = stage
  const other = await startSecondApi(stage)
  stage.sink.answerAfter(RECEIVER_MS)
  const sender = await makeSender(stage, 'proof-of-standby.com')
  const share = Math.ceil(emails / 10)
  const workflowId = await makeWorkflow(stage)
  const campaign = await makeCampaign(stage, { recipients: share, plan: {} })
  const importId = await importContacts({ port: other.port, rows: share })
  say('Two apis and two workers are up; sending')
  const { acknowledged, progress, done } = loadBoth([stage, other.stage], { sender, emails })
  const [failOvers] = await Promise.all([
    runFailOvers(stage, pair, { count: failovers, progress }),
    trackVisits(other.stage, { visits: share, progress }),
    done,
  ])
  say('100 %  all acknowledged; waiting for what is queued')
  await untilSent(stage, campaign)
  await untilVisited(stage, { workflowId, visits: share })
  await drain(stage)
  other.caller.close()
  const copies = copiesOf(stage.sink.arrivals)
  const slowest = Math.max(...failOvers.answeredAfterMs) / 1000
  const repeated = [...repeatedBy(copies).values()].reduce((sum, count) => sum + count, 0)
  return [
    { what: 'promotions after a kill of the primary', measured: failOvers.killed },
    { what: 'promotions while the primary did not answer', measured: failOvers.paused },
    {
      what: 'slowest first answer after a promotion',
      measured: `${slowest.toFixed(1)} s`,
      ...(!isSmallest && {
        promised: `≤ ${ANSWER_LIMIT_MS / 1000} s`,
        isKept: slowest * 1000 <= ANSWER_LIMIT_MS,
      }),
    },
    nothing('emails that an old primary took after it came back', failOvers.strayRows),
    { what: 'calls that had to be said again', measured: stage.caller.repeats + other.caller.repeats },
    ...auditAcknowledged(acknowledged(), copies),
    nothing('emails that came twice, same Message-ID', repeated),
    ...(await auditTables(stage, acknowledged())),
    ...(await auditCampaign(onlyTo(stage, 'reader'), campaign)),
    ...(await auditWorkload(stage, { visits: share, importId, rows: share })),
    nothing('nodes that ended by themselves', stage.fleet.unasked.length),
  ]
}

/** The receiver's record has the emails of everything that went on. */
const onlyTo = (stage: Stage, start: string): Stage => ({
  ...stage,
  sink: { ...stage.sink, arrivals: stage.sink.arrivals.filter(({ to }) => to.startsWith(start)) },
})

await runProof(async (say) => {
  const options = readProofOptions({
    numbers: { emails: 20_000, failovers: 10 },
    smallest: { emails: 400, failovers: 2 },
  })
  let pair: ServerPair | undefined
  const startDatabase = async (folder: string, undo: Parameters<typeof startPair>[1]) => {
    const started = await startPair(folder, undo)
    pair = started.pair
    return started.database
  }
  return withStage({ say, callers: CALLERS, startDatabase }, (stage) => {
    if (!pair) throw new Error('the servers are not there')
    return prove(stage, pair, options)
  })
})
