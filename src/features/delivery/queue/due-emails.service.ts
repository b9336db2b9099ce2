// Finds and claims the emails that are due. Now and then the whole queue is looked at; in between the worker claims where
// it knows that something is due.
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { listDueLanes, listSuspects } from './claim.queries.ts'
import type { Claim, ClaimOptions, DueLane } from './claim.queries.ts'
import { claim } from './claim.service.ts'
import { createDueLanes } from './due-lanes.ts'
import { nextGroup } from './suspects.ts'
import type { Suspect } from './suspects.ts'

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
  /** A group of emails that may end their workers. */
  let suspects: Suspect[] = []
  let nextLookAt = 0

  const look = async (): Promise<void> => {
    const { db } = parts.database
    const begunAt = performance.now()
    lanes.replace(await listDueLanes(db))
    suspects = nextGroup(await listSuspects(db))
    const now = performance.now()
    nextLookAt = now + Math.max(POLL_MS, LOOK_SHARE * (now - begunAt))
  }

  const takeSuspects = async (room: number): Promise<Claim> => {
    const group = suspects
    suspects = []
    const only = group.map(({ emailId }) => emailId)
    return claim(parts, { ...options, lanes: lanesOf(group), room, only, isOfSuspects: true })
  }

  return {
    async take(room) {
      if (performance.now() >= nextLookAt) await look()
      // Often others were faster, or the rate allows none now.
      const apart = suspects.length > 0 ? await takeSuspects(room) : undefined
      if (apart && apart.emails.length > 0) return apart
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

/** Each once, from its first on. */
function lanesOf(suspects: readonly Suspect[]): DueLane[] {
  const groups = Map.groupBy(suspects, ({ projectId, lane }) => `${projectId} ${lane}`)
  return [...groups.values()].flatMap(
    (group) => group.toSorted((one, other) => one.from.getTime() - other.from.getTime())[0] ?? [],
  )
}
