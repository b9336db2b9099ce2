// Emails whose workers crashed before they recorded a result: out of memory, a crash in native code, an endless loop,
// or just a power failure. One of them may be the cause and would crash one worker after the other. To find it they are
// tried in groups that become smaller each time, one group at a time in the whole installation: the harmless emails of
// a group are sent, and an email that crashes a worker alone is given up.
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import type { Lane } from './retry-schedule.ts'

/** From this many lost claims on, an email is claimed only together with other suspects. One is any ordinary crash. */
export const SUSPECT_FROM = 2

// The largest smallint: counts of an email stop there, since the database would reject more.
export const MOST_COUNTED = 32_767

/** Group sizes after two, three and four lost claims. */
const GROUP_SIZES = [16, 4, 1]

/** By then the email has crashed a worker as the only suspect. */
export const GIVEN_UP_AFTER = SUSPECT_FROM + GROUP_SIZES.length

export const LARGEST_GROUP = GROUP_SIZES[0] ?? 1

export const GIVEN_UP_REASON = `given up: ${GIVEN_UP_AFTER} times in a row the thread or the process that had this email ended before the result was known, so it may have arrived; the log of the server has the details`

export type Suspect = { projectId: ProjectId; emailId: EmailId; lane: Lane; from: Date; lostClaims: number }

/** The next group, from due suspects in the order of their lost claims, fewest first. */
export function nextGroup(suspects: readonly Suspect[]): Suspect[] {
  const lostClaims = suspects[0]?.lostClaims ?? 0
  const size = GROUP_SIZES[lostClaims - SUSPECT_FROM] ?? 1
  return suspects.filter((one) => one.lostClaims === lostClaims).slice(0, size)
}
