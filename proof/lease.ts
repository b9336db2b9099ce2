// Email of a dead worker is sent by another, that of a living one is not: the receiver keeps all connections of a worker waiting for
// longer than a lease lasts, then the worker is killed.
import { setTimeout as sleep } from 'node:timers/promises'
import { MOST_CONNECTIONS } from '../src/platform/email/smtp/connection-limit.ts'
import { LEASE_SECONDS } from '../src/features/delivery/queue/leases.ts'
import type { Part } from './harness/command.ts'
import { figure } from './harness/promise-table.ts'
import type { Row } from './harness/promise-table.ts'
import { acceptedId, makeSender, orderEmail } from './harness/sender.ts'
import type { Sender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { until } from './harness/until.ts'

// One scan of the other worker (half a second), and the sending itself.
const MARGIN_SECONDS = 2

// Longer than a lease, so that only its renewal can have kept the emails.
const HOLD_SECONDS = LEASE_SECONDS + 5
const SMALLEST_HOLD_SECONDS = 5

export async function proveLease({ say, isSmallest }: Part): Promise<Row[]> {
  const holdSeconds = isSmallest ? SMALLEST_HOLD_SECONDS : HOLD_SECONDS
  // A single thread has all connections of its worker; of several, one would have claimed emails that wait for its share.
  const settings = { SEND_THREADS: '1' }
  return withStage({ say, settings }, async (stage) => {
    await stage.fleet.add('api', 'api')
    const sender = await makeSender(stage, 'proof-of-sending.com')
    const doomed = await stage.fleet.add('worker-a', 'worker')
    stage.sink.answerAfter(null)
    const ids = await sendEmails(stage, sender)
    await until(() => stage.sink.held === MOST_CONNECTIONS, { what: 'all are in flight', limitMs: 120_000 })
    await stage.fleet.add('worker-b', 'worker')
    say(`${MOST_CONNECTIONS} in flight; the receiver takes its time for ${holdSeconds} s`)
    await sleep(holdSeconds * 1000)
    const { rows } = await stage.pool.query("select from email_queue where status = 'SENDING' and fence = 1")
    const [kept, held] = [rows.length, stage.sink.held]
    // From here on only the other worker is left to answer.
    const killedAt = Date.now()
    await doomed.end('SIGKILL')
    await until(() => stage.sink.held === 0, {
      what: 'the connections of the killed are gone',
      limitMs: 60_000,
    })
    stage.sink.answerAfter(0)
    say('killed; waiting for the other worker')
    await until(() => stage.sink.arrivals.length >= ids.length, {
      what: 'all are delivered',
      limitMs: 180_000,
    })
    const seconds = Math.max(...stage.sink.arrivals.map(({ at }) => at - killedAt)) / 1000
    return verdict({ ids, stage, kept, held, seconds, holdSeconds, isHeld: !isSmallest })
  })
}

async function sendEmails({ caller }: Stage, sender: Sender): Promise<string[]> {
  const numbers = Array.from({ length: MOST_CONNECTIONS }, (_, index) => index)
  return Promise.all(
    numbers.map(async (number) => {
      const email = orderEmail(sender, { to: `customer${number}@receiver.test`, number })
      return acceptedId((await caller.post('/v1/send', email)).body)
    }),
  )
}

type Findings = {
  ids: string[]
  stage: Stage
  kept: number
  held: number
  seconds: number
  holdSeconds: number
  isHeld: boolean
}

function verdict({ ids, stage: { sink }, kept, held, seconds, ...found }: Findings): Row[] {
  const arrived = new Set(sink.arrivals.map(({ messageId }) => messageId.split('@')[0]))
  const byOther = sink.arrivals.filter(({ helo }) => helo.startsWith('worker-b')).length
  const limit = LEASE_SECONDS + MARGIN_SECONDS
  return [
    {
      what: `emails still with their worker after ${found.holdSeconds} s without an answer (lease ${LEASE_SECONDS} s, renewed)`,
      measured: kept,
      promised: `${ids.length}`,
      isKept: kept === ids.length && held === ids.length,
    },
    {
      what: 'of a killed worker: delivered by the other',
      measured: byOther,
      promised: `${ids.length}, each once`,
      isKept: byOther === ids.length && sink.arrivals.length === ids.length && arrived.size === ids.length,
    },
    figure(
      {
        what: 'the last of them, after the kill',
        measured: `${seconds.toFixed(1)} s`,
        promised: `≤ ${limit} s`,
        isKept: seconds <= limit,
      },
      found,
    ),
  ]
}
