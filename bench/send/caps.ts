// The price of a frequency cap: the rounds of deliver.ts, unsigned, in turn without a cap and with one that nobody reaches. Each email
// has a contact of its own, as those of a campaign do.
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { median } from '../harness/timing.ts'
import { connectionFloor, deliverRound, EMAILS, ROUNDS, startWorker, WARM_UP_EMAILS } from './deliver.ts'
import { addContacts, prepareCampaign, queueToContacts } from './queue.ts'
import { startReceiver } from './receiver.ts'

// More than the rounds send to a contact.
const CAP = { emails: 100, days: 1 }

// Hundredths of the floor.
const MOST_LOST = 3

type Pair = { rate: number; floor: number; ratio: number; lost: number }

export async function benchCaps(stage: Stage, add: (result: Result) => void): Promise<void> {
  const receiver = await startReceiver()
  await prepareCampaign(stage)
  const emails = stage.sized(EMAILS)
  const warmUp = stage.sized(WARM_UP_EMAILS)
  await addContacts(stage, Math.max(emails, warmUp))
  const worker = await startWorker(stage, receiver, '?sign=false')
  const pids = { node: worker.pid, PostgreSQL: stage.databasePid, sink: receiver.pid }
  const deliver = async (count: number, cap: typeof CAP | null) => {
    await stage.pool.query('update projects set frequency_cap = $1', [cap && JSON.stringify(cap)])
    return (await deliverRound(stage, receiver, { emails: count, pids, queue: queueToContacts })).rate
  }
  try {
    await deliver(warmUp, CAP)
    const pairs: Pair[] = []
    for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
      const floor = await connectionFloor(stage, receiver)
      const without = await deliver(emails, null)
      const rate = await deliver(emails, CAP)
      pairs.push({ rate, floor, ratio: rate / floor, lost: (100 * (without - rate)) / floor })
    }
    const middle = (figure: keyof Pair) => median(pairs.map((pair) => pair[figure]))
    add({
      what: 'campaign email of 10 kB, queue to recorded, unsigned, under a frequency cap',
      value: middle('rate'),
      unit: 'emails/s',
      floor: middle('floor'),
      ratio: middle('ratio'),
    })
    add({
      what: 'the same, share of the floor lost to the cap',
      value: middle('lost'),
      unit: '%',
      target: { atMost: MOST_LOST },
    })
  } finally {
    await worker.stop()
    await stage.pool.query('update projects set frequency_cap = null')
    receiver.close()
  }
}
