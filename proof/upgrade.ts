// `npm run proof:upgrade`: an api and two workers of the last release, and beside them nodes of this version, which migrate the
// database and take over one after the other, while emails, a campaign, a workflow, contacts and an import go on. Needs the history
// of git, which has the sources of the release.
//
//   npm run proof:upgrade -- [--seconds 30] [--callers 20] [--share 2000] [--smallest]
import { setTimeout as sleep } from 'node:timers/promises'
import { auditCampaign } from './campaign/audit.ts'
import { makeCampaign, untilSent } from './campaign/steps.ts'
import { auditAcknowledged, auditTables, copiesOf, drain, nothing, repeatedBy } from './harness/audit.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import { startLoad } from './harness/load.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { CALLERS } from './harness/two-apis.ts'
import { auditWorkload, importContacts, makeWorkflow, trackVisits, untilVisited } from './harness/workload.ts'
import { countAnswers } from './upgrade/answers.ts'
import { findLastRelease, makeReleasedSource } from './upgrade/released-source.ts'
import { checkDomains, endOldNodes, NEW_WORKER, openBalancer, startNewNodes } from './upgrade/replacement.ts'
import { addSubscribers, auditSubscribers } from './upgrade/subscribers.ts'

// As a remote relay does, so that nodes always stop with emails that are not answered yet.
const RECEIVER_MS = 200

/** Counters that a release does not keep yet. */
const NEW_COUNTERS: Record<string, readonly string[]> = { '0.2.0': ['reputation'] }

const ONLY_READERS = {
  audienceType: 'FILTERED',
  audienceFilter: {
    operator: 'AND',
    conditions: [{ field: 'email', operator: 'contains', value: 'reader' }],
  },
}

/** `seconds`: how long each state lasts. `share`: of the campaign, the workflow and the import. */
type Size = { seconds: number; callers: number; share: number; isSmallest: boolean; version: string }

async function prove(stage: Stage, size: Size): Promise<Row[]> {
  const { seconds, callers, share, isSmallest, version } = size
  const { say, sink, fleet } = stage
  await fleet.addAll()
  const names = fleet.members.map(({ name }) => name)
  say(`An api and two workers of ${version} are up; sending`)
  sink.answerAfter(RECEIVER_MS)
  const answers = countAnswers()
  const balancer = openBalancer(Number(stage.settings['PORT']), answers)
  const { caller } = balancer
  const balanced = { ...stage, caller }
  const sender = await makeSender(stage, 'proof-of-upgrades.com')
  const workflowId = await makeWorkflow(stage)
  let progress = 0
  const subscribers = addSubscribers(caller)
  const load = startLoad(balanced, { sender, emails: Infinity, isOver: () => progress === 1, callers })
  const visits = trackVisits(balanced, { visits: share, progress: () => progress })
  await sleep(seconds * 1000)
  progress = 0.3
  answers.phase = 'the start of the new one'
  const started = await startNewNodes(stage, balancer)
  progress = 0.6
  answers.phase = 'both versions'
  const campaign = await makeCampaign(balanced, { recipients: share, plan: ONLY_READERS })
  const importId = await importContacts({ port: balancer.ports.at(-1) ?? 0, rows: share })
  await checkDomains(stage, balancer)
  const badEnds = await endOldNodes(stage, balancer, { names, seconds })
  answers.phase = 'the new version alone'
  await sleep(seconds * 1000)
  progress = 1
  await Promise.all([load.done, visits, subscribers.stop()])
  say('All acknowledged; waiting for what is queued')
  await untilSent(stage, campaign)
  await untilVisited(stage, { workflowId, visits: share })
  await drain(stage)
  const copies = copiesOf(sink.arrivals)
  const repeated = [...repeatedBy(copies).values()].reduce((sum, count) => sum + count, 0)
  const rows = [
    { what: `migrations since ${version}`, measured: started.migrations },
    {
      what: 'from the start of the new api until it was ready',
      measured: `${started.startedMs.toFixed(0)} ms`,
    },
    ...answers.audit({ isHeld: !isSmallest }),
    ...auditAcknowledged(load.acknowledged, copies),
    nothing('emails that came twice, same Message-ID', repeated),
    ...(await auditTables(stage, load.acknowledged)),
    ...(await auditCampaign(onlyTo(stage, 'reader'), campaign)),
    ...(await auditWorkload(stage, { visits: share, importId, rows: share })),
    ...(await auditSubscribers(balanced, subscribers)),
    ...auditSenders(stage),
    nothing('nodes of the old version that did not end well', badEnds),
    nothing('nodes that ended by themselves', fleet.unasked.length),
  ]
  caller.close()
  return rows
}

/** Both versions have sent, or the run proves nothing. */
function auditSenders({ sink }: Stage): Row[] {
  const fromNew = sink.arrivals.filter(({ helo }) => helo.startsWith(NEW_WORKER)).length
  const fromOld = sink.arrivals.length - fromNew
  const isKept = (count: number) => ({ promised: '≥ 1', isKept: count > 0 })
  return [
    { what: 'emails that workers of the old version sent', measured: fromOld, ...isKept(fromOld) },
    { what: 'emails that the worker of the new version sent', measured: fromNew, ...isKept(fromNew) },
  ]
}

/** The receiver's record has the emails of everything that went on. */
const onlyTo = (stage: Stage, start: string): Stage => ({
  ...stage,
  sink: { ...stage.sink, arrivals: stage.sink.arrivals.filter(({ to }) => to.startsWith(start)) },
})

await runProof(async (say) => {
  const options = readProofOptions({
    numbers: { seconds: 30, callers: CALLERS, share: 2_000 },
    smallest: { seconds: 1, callers: 4, share: 40 },
  })
  const release = findLastRelease()
  const uncounted = NEW_COUNTERS[release.version] ?? []
  return withStage({ say, makeSource: (folder) => makeReleasedSource(folder, release) }, (stage) =>
    prove({ ...stage, uncounted }, { ...options, version: release.version }),
  )
})
