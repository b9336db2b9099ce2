import { createFairQueue } from '../../../platform/concurrency/fair-queue.ts'
import type { ClaimedEmail } from './claim.queries.ts'

type QueuedEmail = Pick<ClaimedEmail, 'project_id' | 'lane'>

export type ClaimedQueue<Email extends QueuedEmail> = {
  readonly size: number
  add(emails: readonly Email[]): void
  next(): Email | undefined
  /** Removes and returns all emails, in no order. */
  empty(): Email[]
}

/**
 * The claimed emails that a worker has not started. Transactional email first; within a lane the projects take turns,
 * each with its oldest email, so that a single email does not wait behind two hundred of another project.
 */
export function createClaimedQueue<Email extends QueuedEmail>(): ClaimedQueue<Email> {
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
