// Emails whose workers ended before they said what became of them: out of memory, a crash in native code, an endless loop,
// or just a machine that lost its power. One of them may be the cause, and would end one worker after the other. Nobody
// can tell which, so they are tried in groups that become smaller each time, one group at a time in the whole
// installation: the others of a group get out, and whoever ends a worker alone is given up.
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import type { Lane } from './retry-schedule.ts'

/** From so many lost claims on an email is claimed only among its like. Once may be anything, and is the usual crash. */
export const SUSPECT_FROM = 2

// The largest smallint. Whatever is counted per email is counted no further, rather than refused.
export const MOST_COUNTED = 32_767

/** How many are tried together after two, three, four lost claims. */
const GROUP_SIZES = [16, 4, 1]

/** As many as there are steps: it has ended a worker when it was the only suspect. */
export const GIVEN_UP_AFTER = SUSPECT_FROM + GROUP_SIZES.length

export const LARGEST_GROUP = GROUP_SIZES[0] ?? 1

export const GIVEN_UP_REASON = `given up: ${GIVEN_UP_AFTER} times in a row the thread or the process that had this email ended before the result was known, so it may have arrived; the log of the server has the details`

export type Suspect = { projectId: ProjectId; emailId: EmailId; lane: Lane; from: Date; lostClaims: number }

/** The next group, of those that are due in the order in which they should be tried: fewest lost claims first. */
export function nextGroup(suspects: readonly Suspect[]): Suspect[] {
  const lostClaims = suspects[0]?.lostClaims ?? 0
  const size = GROUP_SIZES[lostClaims - SUSPECT_FROM] ?? 1
  return suspects.filter((one) => one.lostClaims === lostClaims).slice(0, size)
}
