// Finds and claims due emails. The whole queue is scanned now and then; in between the worker claims from lanes in
// which it knows email to be due.
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import { findSuspect, listDueLanes, listDueLanesSince } from './claim.queries.ts'
import type { Claim, ClaimOptions } from './claim.queries.ts'
import { claimOrPark } from './claim.service.ts'
import { createDueLanes } from './due-lanes.ts'
import type { Leases } from './leases.ts'
import type { Lane } from './retry-schedule.ts'
import { createQueueScan } from './queue-scan.ts'

// How often the whole queue is scanned, and so the most that a lost NOTIFY costs.
export const POLL_MS = 500

export type DueEmails = {
  /** Claims up to `room` emails; `lanes`: only of these. */
  claim(room: number, lanes?: readonly Lane[]): Promise<Claim>
  /** These projects have new email; an empty list stands for any project. */
  notifyNewEmail(projectIds: readonly ProjectId[]): void
}

type Parts = Pick<Deps, 'database' | 'log' | 'clock'> & { leases: Pick<Leases, 'isHeld'> }

type Options = Omit<ClaimOptions, 'lanes' | 'room'> & {
  /** How often the queue is scanned; longer where another scan calls notifyNewEmail. */
  pollMs: number
}

export function createDueEmails(parts: Parts, { pollMs, ...options }: Options): DueEmails {
  const lanes = createDueLanes()
  /** The last claimed email that may crash its worker (suspects.ts). */
  let suspectId: EmailId | undefined
  const { routeId } = options
  const { db } = parts.database
  const patient = parts.database.within(JOB_LIMIT_MS)
  const scanner = createQueueScan({
    full: () => listDueLanes(patient.db, routeId),
    since: (since) => listDueLanesSince(db, { routeId, since }),
    onLate: (found) => lanes.add(found),
    onFailure: (error) => parts.log.warn(error, 'a scan of the whole queue failed; it is repeated'),
    pollMs,
    now: () => parts.clock.now(),
  })

  const scan = async (): Promise<void> => {
    const found = await scanner.scan()
    if (found.isComplete) lanes.replace(found.lanes)
    else lanes.add(found.lanes)
  }

  /** Claims none if another worker was faster, or the rate allows none now. */
  const claimSuspect = async (): Promise<Claim | undefined> => {
    suspectId = undefined
    const suspect = await findSuspect(db, routeId)
    if (!suspect) return undefined
    const claim = await claimOrPark(parts, {
      ...options,
      lanes: [suspect],
      room: 1,
      only: [suspect.emailId],
    })
    suspectId = claim.emails[0]?.id
    return suspectId === undefined ? undefined : claim
  }

  return {
    async claim(room, allowed) {
      const isScanDue = scanner.isDue()
      if (isScanDue) await scan()
      // The next suspect follows the last one at once: a power failure may leave a thousand of them.
      const isSuspectDue = isScanDue || (suspectId !== undefined && !parts.leases.isHeld(suspectId))
      const suspect = isSuspectDue ? await claimSuspect() : undefined
      if (suspect) return suspect
      const searched = lanes.list().filter(({ lane }) => allowed?.includes(lane) ?? true)
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
