import { setTimeout as sleep } from 'node:timers/promises'
import { acceptedId, orderEmail } from './sender.ts'
import type { Sender } from './sender.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

type Probes = { count: number; pauseMs: number }

/** Sends single emails, one after the other, and returns the milliseconds from the acknowledgement to the arrival of each. */
export async function probe(stage: Stage, sender: Sender, { count, pauseMs }: Probes): Promise<number[]> {
  const delays: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const email = orderEmail(sender, { to: `probe${number}@receiver.test`, number })
    const reply = await stage.caller.post('/v1/send', email, { key: sender.key })
    const acceptedAt = Date.now()
    const id = acceptedId(reply.body)
    const arrival = await until(
      () => stage.sink.arrivals.findLast(({ messageId }) => messageId.startsWith(id)),
      { what: `probe ${number} arrives`, limitMs: 60_000 },
    )
    // It may be there before its caller has read the answer.
    delays.push(Math.max(0, arrival.at - acceptedAt))
    await sleep(pauseMs)
  }
  return delays
}
