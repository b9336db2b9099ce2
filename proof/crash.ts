// An acknowledged email is never lost, and comes twice only where SMTP makes that unavoidable: callers send, nodes and
// database are killed under them, and in the end the callers' log is compared with the emails of the receiver.
import { MOST_CONNECTIONS } from '../src/platform/email/smtp/connection-limit.ts'
import { auditAcknowledged, auditRepeats, auditTables, copiesOf, drain } from './harness/audit.ts'
import { breakage } from './harness/breakage.ts'
import type { Breakage } from './harness/breakage.ts'
import { FAULTS, GRACEFUL_FAULTS, HARD_FAULTS, runFaults } from './harness/faults.ts'
import type { FaultKind, Faults } from './harness/faults.ts'
import { startLoad } from './harness/load.ts'
import type { Row } from './harness/promise-table.ts'
import { createRandom } from './harness/random.ts'
import { makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'

export type CrashOptions = {
  emails: number
  faults: number
  seed: number
  isGraceful: boolean
  /** MARKETING_EMAILS_AHEAD, which must not matter: these emails are transactional. */
  ahead: number
  /** The protection to remove, to see whether the proof notices. */
  broken: Breakage | undefined
  say: (line: string) => void
}

// Enough to keep two cores busy with accepting and delivering at once.
const CALLERS = 40

// As a remote relay does, so that a kill always finds emails that are not answered yet.
const RECEIVER_MS = 200

export async function proveCrash(options: CrashOptions): Promise<Row[]> {
  const { broken, ahead, say } = options
  const settings = { MARKETING_EMAILS_AHEAD: String(ahead) }
  const { postgresSettings, makeSource } = breakage(broken)
  return withStage({ say, callers: CALLERS, settings, postgresSettings, makeSource }, (stage) =>
    run(stage, options),
  )
}

async function run(stage: Stage, options: CrashOptions): Promise<Row[]> {
  const { emails, broken } = options
  await stage.fleet.addAll()
  const sender = await makeSender(stage, 'proof-of-sending.com')
  stage.sink.answerAfter(RECEIVER_MS)
  await breakage(broken).afterStart(stage, sender)
  stage.say('An api and two workers are up; sending')
  const began = performance.now()
  const load = startLoad(stage, { sender, emails, callers: CALLERS })
  const [faults] = await Promise.all([
    runFaults(stage, {
      kinds: kindsOf(options),
      count: options.faults,
      random: createRandom(options.seed),
      progress: () => load.acknowledged.length / emails,
    }),
    load.done,
  ])
  const acceptedAfter = performance.now() - began
  stage.say('100 %  all acknowledged; waiting for what is queued and for the leases of the killed')
  await drain(stage)
  return [
    ...told(stage, { faults, acceptedAfter, drainedAfter: performance.now() - began }),
    ...(await audit(stage, { acknowledged: load.acknowledged, faults })),
  ]
}

function kindsOf({ isGraceful, broken }: CrashOptions): readonly FaultKind[] {
  if (isGraceful) return GRACEFUL_FAULTS
  return breakage(broken).faults ?? HARD_FAULTS
}

type Times = { faults: Faults; acceptedAfter: number; drainedAfter: number }

function told(stage: Stage, { faults, acceptedAfter, drainedAfter }: Times): Row[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    ...Object.entries(faults.counts).map(([kind, count]) => ({
      what: FAULTS[kind as FaultKind],
      measured: count,
    })),
    { what: 'all acknowledged after', measured: seconds(acceptedAfter) },
    { what: 'all delivered after (leases of killed workers last 60 s)', measured: seconds(drainedAfter) },
    { what: 'calls that had to be said again', measured: stage.caller.repeats },
  ]
}

type Outcome = { acknowledged: Parameters<typeof auditAcknowledged>[0]; faults: Faults }

async function audit(stage: Stage, { acknowledged, faults }: Outcome): Promise<Row[]> {
  const copies = copiesOf(stage.sink.arrivals)
  const ends = [...stage.fleet.unasked, ...faults.untidyEnds]
  return [
    ...auditAcknowledged(acknowledged, copies),
    ...auditRepeats({ copies, kills: faults.kills, connections: MOST_CONNECTIONS }),
    ...(await auditTables(stage, acknowledged)),
    {
      what: 'nodes that ended by themselves or not well',
      measured: ends.length,
      promised: '0',
      isKept: ends.length === 0,
    },
  ]
}
