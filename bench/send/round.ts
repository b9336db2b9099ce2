// One round of sending, from the first email that the receiver has: what comes before it, such as waiting until emails are due, is not measured.
import { processorClock } from '../harness/processor.ts'
import type { Receiver } from './receiver.ts'

/** `timesUs`: processor time per email. */
export type Round<Pids> = { rate: number; timesUs: Pids }

type RoundOptions<Pids> = {
  emails: number
  pids: Pids
  begin: () => Promise<void>
  /** Waits for the part of the round that comes after the last email. */
  end: () => Promise<void>
}

export async function measureRound<Pids extends Record<string, number>>(
  receiver: Receiver,
  { emails, pids, begin, end }: RoundOptions<Pids>,
): Promise<Round<Pids>> {
  const before = receiver.emails
  await begin()
  await receiver.waitFor(before + 1)
  const began = performance.now()
  const used = processorClock(pids)
  const first = receiver.emails
  await receiver.waitFor(before + emails)
  await end()
  const measured = before + emails - first
  const seconds = (performance.now() - began) / 1000
  const perEmail = Object.entries(used()).map(([name, us]) => [name, us / measured])
  return { rate: measured / seconds, timesUs: Object.fromEntries(perEmail) as Pids }
}
