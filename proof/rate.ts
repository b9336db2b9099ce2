// The rate of a project holds for all workers together: neither more, nor much less.
import { queueBacklog } from './harness/backlog.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import { until } from './harness/until.ts'

const RATE = 14
const SECONDS = 60
const TOLERANCE = 0.02
const EMAILS = 2_000

export async function proveRate(say: (line: string) => void): Promise<Row[]> {
  return withStage({ say, rate: RATE }, async (stage) => {
    await stage.fleet.addAll()
    const sender = await makeSender(stage, 'proof-of-sending.com')
    const arrivals = () => stage.sink.arrivals.filter(({ to }) => to.startsWith('backlog'))
    await queueBacklog(stage, sender, { emails: EMAILS, lane: 'transactional' })
    const first = await until(() => arrivals()[0], {
      what: 'the first email arrives',
      limitMs: 10_000,
    })
    say(`${EMAILS} emails queued at ${RATE} per second; counting for ${SECONDS} s`)
    const end = first.at + SECONDS * 1000
    await until(() => (arrivals().at(-1)?.at ?? 0) >= end, {
      what: 'the minute ends',
      limitMs: 90_000,
    })
    const inTime = arrivals().filter(({ at }) => at < end)
    const wanted = RATE * SECONDS
    return [
      {
        what: `emails in ${SECONDS} s at ${RATE} per second, two workers`,
        measured: inTime.length,
        promised: `${wanted} ± 2 %`,
        isKept: Math.abs(inTime.length - wanted) <= wanted * TOLERANCE,
      },
      ...['worker-a', 'worker-b'].map((name) => ({
        what: `of them by ${name}`,
        measured: inTime.filter(({ helo }) => helo.startsWith(name)).length,
      })),
    ]
  })
}
