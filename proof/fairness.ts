// One project's long queue does not delay another project's email.
import { countWaiting, queueBacklog } from './harness/backlog.ts'
import { probe } from './harness/probe.ts'
import type { Part } from './harness/command.ts'
import { figure } from './harness/promise-table.ts'
import type { Row } from './harness/promise-table.ts'
import { makeOtherSender, makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'

const FULL = { backlog: 100_000, probes: 10 }
const SMALLEST = { backlog: 1_000, probes: 2 }
const LONGEST_MS = 2_000

// Without a limit everything is busy; with the usual one the queue is as long, and hardly moves.
const RATES = [0, 14]

export async function proveFairness(part: Part): Promise<Row[]> {
  const rows: Row[] = []
  for (const rate of RATES) rows.push(...(await proveAtRate(rate, part)))
  return rows
}

async function proveAtRate(rate: number, { say, isSmallest }: Part): Promise<Row[]> {
  const { backlog, probes } = isSmallest ? SMALLEST : FULL
  const isHeld = !isSmallest
  return withStage({ say, rate }, async (stage) => {
    await stage.fleet.addAll()
    const busy = await makeSender(stage, 'proof-of-sending.com')
    const other = await makeOtherSender(stage, 'proof-of-fairness.com')
    await queueBacklog(stage, busy, { emails: backlog, lane: 'transactional' })
    const delays = await probe(stage, other, { count: probes, pauseMs: 500 })
    const left = await countWaiting(stage, busy)
    say(`rate ${rate}: ${delays.join(', ')} ms; ${left} emails of the other project still wait`)
    const longest = Math.max(...delays)
    const rows = [
      {
        what: `slowest of ${probes} single emails beside ${backlog.toLocaleString('en-GB')} of another project, ${rate === 0 ? 'no limit' : `${rate} per second`}`,
        measured: `${longest} ms`,
        promised: `≤ ${LONGEST_MS} ms`,
        isKept: longest <= LONGEST_MS,
      },
      {
        what: 'of the other project still waiting afterwards',
        measured: left,
        promised: '> 0',
        isKept: left > 0,
      },
    ]
    // A small backlog may be gone before the last of them.
    return rows.map((row) => figure(row, { isHeld }))
  })
}
