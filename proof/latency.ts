// A transactional email overtakes the campaign of its own project.
import { quantile } from '../bench/harness/timing.ts'
import { countWaiting, queueBacklog } from './harness/backlog.ts'
import { probe } from './harness/probe.ts'
import type { Part } from './harness/command.ts'
import { figure } from './harness/promise-table.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'

const FULL = { backlog: 100_000, probes: 40 }
const SMALLEST = { backlog: 1_000, probes: 2 }
const LONGEST_MS = 1_000
const RATES = [0, 14]

export async function proveLatency(part: Part): Promise<Row[]> {
  const rows: Row[] = []
  for (const rate of RATES) rows.push(...(await proveAtRate(rate, part)))
  return rows
}

async function proveAtRate(rate: number, { say, isSmallest }: Part): Promise<Row[]> {
  const { backlog, probes } = isSmallest ? SMALLEST : FULL
  const isHeld = !isSmallest
  return withStage({ say, rate }, async (stage) => {
    await stage.fleet.addAll()
    const sender = await makeSender(stage, 'proof-of-sending.com')
    await queueBacklog(stage, sender, { emails: backlog, lane: 'marketing' })
    const delays = await probe(stage, sender, { count: probes, pauseMs: 200 })
    const left = await countWaiting(stage, sender)
    const p95 = quantile(delays, 0.95)
    const limit = rate === 0 ? 'no limit' : `${rate} per second`
    say(
      `rate ${rate}: median ${quantile(delays, 0.5)} ms, p95 ${p95} ms, slowest ${Math.max(...delays)} ms; ${left} still wait`,
    )
    const rows = [
      {
        what: `accept to hand-over beside ${backlog.toLocaleString('en-GB')} marketing emails of the same project, ${limit}, p95 of ${probes}`,
        measured: `${p95} ms`,
        promised: `≤ ${LONGEST_MS} ms`,
        isKept: p95 <= LONGEST_MS,
      },
      { what: 'median', measured: `${quantile(delays, 0.5)} ms` },
      {
        what: 'marketing emails still waiting afterwards',
        measured: left,
        promised: '> 0',
        isKept: left > 0,
      },
    ]
    // A small backlog may be gone before the last of them.
    return rows.map((row) => figure(row, { isHeld }))
  })
}
