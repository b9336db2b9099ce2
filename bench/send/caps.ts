// The price of topics and frequency caps: the rounds of deliver.ts, unsigned, in turn without either, with a cap that nobody reaches, and with
// both. Each email has a contact of its own, as those of a campaign do.
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { median } from '../harness/timing.ts'
import { connectionFloor, deliverRound, EMAILS, ROUNDS, startWorker, WARM_UP_EMAILS } from './deliver.ts'
import { addContacts, addTopic, prepareCampaign, queueToContacts } from './queue.ts'
import { startReceiver } from './receiver.ts'

// More than the rounds send to a contact.
const CAP = { emails: 100, days: 1 }

// Hundredths of the floor.
const MOST_LOST = 3

type DeliveryRound = Awaited<ReturnType<typeof deliverRound>>
type Limits = { cap: typeof CAP | null; topicId?: string }
type Round = { rate: number; floor: number; ratio: number; lost: number; usedUs: number; moreUs: number }

export async function benchCaps(stage: Stage, add: (result: Result) => void): Promise<void> {
  const receiver = await startReceiver()
  await prepareCampaign(stage)
  const topicId = await addTopic(stage)
  const emails = stage.sized(EMAILS)
  const warmUp = stage.sized(WARM_UP_EMAILS)
  await addContacts(stage, Math.max(emails, warmUp))
  const worker = await startWorker(stage, receiver, '?sign=false')
  const pids = { node: worker.pid, PostgreSQL: stage.databasePid, sink: receiver.pid }
  const deliver = async (count: number, { cap, topicId: topic }: Limits) => {
    await stage.pool.query('update projects set frequency_cap = $1', [cap && JSON.stringify(cap)])
    const queue = (of: Stage, number: number) => queueToContacts(of, number, topic)
    return deliverRound(stage, receiver, { emails: count, pids, queue })
  }
  try {
    await deliver(warmUp, { cap: CAP, topicId })
    const capped: Round[] = []
    const both: Round[] = []
    for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
      const floor = await connectionFloor(stage, receiver)
      const without = await deliver(emails, { cap: null })
      const roundOf = ({ rate, timesUs }: DeliveryRound): Round => ({
        rate,
        floor,
        ratio: rate / floor,
        lost: (100 * (without.rate - rate)) / floor,
        usedUs: sumOf(timesUs),
        moreUs: sumOf(timesUs) - sumOf(without.timesUs),
      })
      capped.push(roundOf(await deliver(emails, { cap: CAP })))
      both.push(roundOf(await deliver(emails, { cap: CAP, topicId })))
    }
    for (const result of resultsOf('under a frequency cap', capped)) add(result)
    for (const result of resultsOf('with a topic, under a frequency cap', both)) add(result)
  } finally {
    await worker.stop()
    await stage.pool.query('update projects set frequency_cap = null')
    receiver.close()
  }
}

const sumOf = ({ node, PostgreSQL, sink }: DeliveryRound['timesUs']): number => node + PostgreSQL + sink

function resultsOf(limits: string, rounds: readonly Round[]): Result[] {
  const middle = (figure: keyof Round) => median(rounds.map((round) => round[figure]))
  return [
    {
      what: `campaign email of 10 kB, queue to recorded, unsigned, ${limits}`,
      detail: `${middle('usedUs').toFixed(0)} µs of processor time per email, ${middle('moreUs').toFixed(0)} more than without`,
      value: middle('rate'),
      unit: 'emails/s',
      floor: middle('floor'),
      ratio: middle('ratio'),
    },
    {
      what: 'the same, share of the floor lost to it',
      value: middle('lost'),
      unit: '%',
      target: { atMost: MOST_LOST },
    },
  ]
}
