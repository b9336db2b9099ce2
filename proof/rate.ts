// The rate of a project holds for all workers together: neither more, nor much less.
import { queueBacklog } from './harness/backlog.ts'
import type { Part } from './harness/command.ts'
import { figure } from './harness/promise-table.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import { until } from './harness/until.ts'

const RATE = 14
const TOLERANCE = 0.02
const FULL = { seconds: 60, emails: 2_000 }
const SMALLEST = { seconds: 5, emails: 200 }

export async function proveRate({ say, isSmallest }: Part): Promise<Row[]> {
  const { seconds, emails } = isSmallest ? SMALLEST : FULL
  return withStage({ say, rate: RATE }, async (stage) => {
    await stage.fleet.addAll()
    const sender = await makeSender(stage, 'proof-of-sending.com')
    const arrivals = () => stage.sink.arrivals.filter(({ to }) => to.startsWith('backlog'))
    await queueBacklog(stage, sender, { emails, lane: 'transactional' })
    const first = await until(() => arrivals()[0], {
      what: 'the first email arrives',
      limitMs: 300_000,
    })
    say(`${emails} emails queued at ${RATE} per second; counting for ${seconds} s`)
    const end = first.at + seconds * 1000
    await until(() => (arrivals().at(-1)?.at ?? 0) >= end, {
      what: 'the time ends',
      limitMs: 120_000,
    })
    const inTime = arrivals().filter(({ at }) => at < end)
    const wanted = RATE * seconds
    const row = {
      what: `emails in ${seconds} s at ${RATE} per second, two workers`,
      measured: inTime.length,
      promised: `${wanted} ± 2 %`,
      isKept: Math.abs(inTime.length - wanted) <= wanted * TOLERANCE,
    }
    return [
      figure(row, { isHeld: !isSmallest }),
      ...['worker-a', 'worker-b'].map((name) => ({
        what: `of them by ${name}`,
        measured: inTime.filter(({ helo }) => helo.startsWith(name)).length,
      })),
    ]
  })
}
