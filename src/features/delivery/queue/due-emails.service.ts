// Finds and claims the emails that are due. Now and then the whole queue is looked at; in between the worker claims where
// it knows that something is due.
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { listDueLanes, listDueLanesSince, listSuspects } from './claim.queries.ts'
import type { Claim, ClaimOptions, DueLane } from './claim.queries.ts'
import { claim } from './claim.service.ts'
import { createDueLanes } from './due-lanes.ts'
import { createQueueScan } from './queue-scan.ts'
import { nextGroup } from './suspects.ts'
import type { Suspect } from './suspects.ts'

// What a lost NOTIFY costs at most: the whole queue is looked at this often.
export const POLL_MS = 500

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
  const { db } = parts.database
  const patient = parts.database.within(JOB_LIMIT_MS)
  const queue = createQueueScan({
    whole: () => listDueLanes(patient.db),
    since: (from) => listDueLanesSince(db, from),
    onLate: (found) => lanes.add(found),
    onFailure: (error) => parts.log.warn(error, 'a look at the whole queue failed; it is repeated'),
    pollMs: POLL_MS,
    now: () => parts.clock.now(),
  })

  const look = async (): Promise<void> => {
    const found = await queue.look()
    if (found.isWhole) lanes.replace(found.lanes)
    else lanes.add(found.lanes)
    suspects = nextGroup(await listSuspects(db))
  }

  const takeSuspects = async (room: number): Promise<Claim> => {
    const group = suspects
    suspects = []
    const only = group.map(({ emailId }) => emailId)
    return claim(parts, { ...options, lanes: lanesOf(group), room, only, isOfSuspects: true })
  }

  return {
    async take(room) {
      if (queue.isDue()) await look()
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
      if (projectIds.length === 0) queue.hurry()
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
