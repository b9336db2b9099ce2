import { createFairQueue } from '../../../platform/concurrency/fair-queue.ts'
import type { ClaimedEmail } from './claim.queries.ts'

type Waiting = Pick<ClaimedEmail, 'project_id' | 'lane'>

export type ClaimedQueue<Email extends Waiting> = {
  readonly size: number
  add(emails: readonly Email[]): void
  next(): Email | undefined
  /** All of it, in no order; nothing is left. */
  empty(): Email[]
}

/**
 * What a worker has claimed and not begun. Transactional email first; within a lane the projects take turns, each with its
 * oldest email: so a single email does not wait behind the two hundred of somebody else that were claimed before it.
 */
export function createClaimedQueue<Email extends Waiting>(): ClaimedQueue<Email> {
  const lanes = { 0: createFairQueue<Email>(), 1: createFairQueue<Email>() }
  return {
    get size() {
      return lanes[0].size + lanes[1].size
    },
    add(emails) {
      for (const email of emails) lanes[email.lane].add(email.project_id, email)
    },
    next: () => lanes[0].next() ?? lanes[1].next(),
    empty: () => [...lanes[0].drain(), ...lanes[1].drain()],
  }
}
