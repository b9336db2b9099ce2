// Finds and claims due emails. The whole queue is scanned now and then; in between the worker claims from lanes in
// which it knows email to be due.
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { listDueLanes, listDueLanesSince, listSuspects } from './claim.queries.ts'
import type { Claim, ClaimOptions, DueLane } from './claim.queries.ts'
import { claimOrPark } from './claim.service.ts'
import { createDueLanes } from './due-lanes.ts'
import { createQueueScan } from './queue-scan.ts'
import { nextGroup } from './suspects.ts'
import type { Suspect } from './suspects.ts'

// How often the whole queue is scanned, and so the most that a lost NOTIFY costs.
export const POLL_MS = 500

export type DueEmails = {
  /** Claims up to `room` emails. */
  claim(room: number): Promise<Claim>
  /** These projects have new email; an empty list stands for any project. */
  notifyNewEmail(projectIds: readonly ProjectId[]): void
}

type Parts = Pick<Deps, 'database' | 'log' | 'clock'>

export function createDueEmails(parts: Parts, options: Omit<ClaimOptions, 'lanes' | 'room'>): DueEmails {
  const lanes = createDueLanes()
  /** A group of emails that may crash their workers. */
  let suspects: Suspect[] = []
  const { db } = parts.database
  const patient = parts.database.within(JOB_LIMIT_MS)
  const scanner = createQueueScan({
    full: () => listDueLanes(patient.db),
    since: (from) => listDueLanesSince(db, from),
    onLate: (found) => lanes.add(found),
    onFailure: (error) => parts.log.warn(error, 'a scan of the whole queue failed; it is repeated'),
    pollMs: POLL_MS,
    now: () => parts.clock.now(),
  })

  const scan = async (): Promise<void> => {
    const found = await scanner.scan()
    if (found.isComplete) lanes.replace(found.lanes)
    else lanes.add(found.lanes)
    suspects = nextGroup(await listSuspects(db))
  }

  const claimSuspects = async (room: number): Promise<Claim> => {
    const group = suspects
    suspects = []
    const only = group.map(({ emailId }) => emailId)
    return claimOrPark(parts, { ...options, lanes: lanesOf(group), room, only, isForSuspects: true })
  }

  return {
    async claim(room) {
      if (scanner.isDue()) await scan()
      // The group may be empty: another worker was faster, or the rate allows none now.
      const fromSuspects = suspects.length > 0 ? await claimSuspects(room) : undefined
      if (fromSuspects && fromSuspects.emails.length > 0) return fromSuspects
      const searched = lanes.list()
      if (searched.length === 0) return { emails: [], limited: new Set() }
      const claimed = await claimOrPark(parts, { ...options, lanes: searched, room })
      lanes.settle(searched, { ...claimed, isFull: claimed.emails.length >= room })
      return claimed
    },
    notifyNewEmail(projectIds) {
      if (projectIds.length === 0) scanner.scanNow()
      else lanes.noteNewEmail(projectIds, parts.clock.now())
    },
  }
}

/** Each lane once, from its first suspect on. */
function lanesOf(suspects: readonly Suspect[]): DueLane[] {
  const groups = Map.groupBy(suspects, ({ projectId, lane }) => `${projectId} ${lane}`)
  return [...groups.values()].flatMap(
    (group) => group.toSorted((one, other) => one.from.getTime() - other.from.getTime())[0] ?? [],
  )
}
