// Finds and claims the emails that are due. Now and then the whole queue is looked at; in between the worker claims where
// it knows that something is due.
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { listDueLanes } from './claim.queries.ts'
import type { Claim, ClaimOptions } from './claim.queries.ts'
import { claim } from './claim.service.ts'
import { createDueLanes } from './due-lanes.ts'

// What a lost NOTIFY costs at most: the whole queue is looked at this often.
export const POLL_MS = 500

// The look takes a millisecond. Where it takes longer, because a backup keeps the dead rows of the queue alive, it is made
// more seldom, so that a twentieth of the time goes into it at most.
const LOOK_SHARE = 20

export type DueEmails = {
  /** Claims up to `room` emails. */
  take(room: number): Promise<Claim>
  /** Somebody said that these projects have new email; of none in particular: that there is some. */
  expect(projectIds: readonly ProjectId[]): void
}

type Parts = Pick<Deps, 'database' | 'log' | 'clock'>

export function createDueEmails(parts: Parts, options: Omit<ClaimOptions, 'lanes' | 'room'>): DueEmails {
  const lanes = createDueLanes()
  let nextLookAt = 0

  const look = async (): Promise<void> => {
    const begunAt = performance.now()
    lanes.replace(await listDueLanes(parts.database.db))
    const now = performance.now()
    nextLookAt = now + Math.max(POLL_MS, LOOK_SHARE * (now - begunAt))
  }

  return {
    async take(room) {
      if (performance.now() >= nextLookAt) await look()
      const asked = lanes.list()
      if (asked.length === 0) return { emails: [], limited: new Set() }
      const claimed = await claim(parts, { ...options, lanes: asked, room })
      lanes.settle(asked, { ...claimed, isFull: claimed.emails.length >= room })
      return claimed
    },
    expect(projectIds) {
      if (projectIds.length === 0) nextLookAt = 0
      else lanes.expect(projectIds, parts.clock.now())
    },
  }
}
