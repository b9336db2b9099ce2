// A worker's memory of the lanes in which email is due, so that a claim searches only those, from a known time on. It
// is only a cache: a scan of the whole queue, twice a second, replaces it.
import type { ProjectId } from '../../../platform/ids.ts'
import type { Claim, DueLane } from './claim.queries.ts'
import { LANE_NUMBERS } from './retry-schedule.ts'
import type { Lane } from './retry-schedule.ts'

// Emails are committed a little out of the order of their times. One that is later than this waits half a second for
// the next scan of the whole queue.
const MARGIN_MS = 2_000

// For new email of a project without known lanes; the clocks of nodes differ by less.
const NEW_EMAIL_MARGIN_MS = 60_000

export type DueLanes = {
  list(): DueLane[]
  /** After a scan of the whole queue. */
  replace(lanes: readonly DueLane[]): void
  /** After a scan of a part of the queue, or one that began a while ago. */
  add(lanes: readonly DueLane[]): void
  /** These projects have new email. */
  noteNewEmail(projectIds: readonly ProjectId[], now: Date): void
  /** After a claim from the lanes `searched`. `isFull`: it used all its room. */
  settle(searched: readonly DueLane[], claim: Claim & { isFull: boolean }): void
}

export function createDueLanes(): DueLanes {
  const known = new Map<string, DueLane>()
  const keyOf = ({ projectId, lane }: Pick<DueLane, 'projectId' | 'lane'>) => `${projectId} ${lane}`

  const settleLane = (searched: DueLane, claim: Claim & { isFull: boolean }): void => {
    const key = keyOf(searched)
    // Replaced by a notification during the claim.
    if (known.get(key) !== searched) return
    const ofProject = claim.emails.filter((email) => email.project_id === searched.projectId)
    if (ofProject.length === 0 && !claim.isFull && !claim.limited.has(searched.projectId)) {
      known.delete(key)
      return
    }
    const times = ofProject
      .filter((email) => email.lane === LANE_NUMBERS[searched.lane])
      .map((email) => email.run_at.getTime())
    const from = new Date(Math.max(searched.from.getTime(), ...times.map((time) => time - MARGIN_MS)))
    known.set(key, { ...searched, from })
  }

  return {
    list: () => [...known.values()],
    replace(lanes) {
      known.clear()
      for (const lane of lanes) known.set(keyOf(lane), lane)
    },
    add(lanes) {
      for (const lane of lanes) {
        const { from } = known.get(keyOf(lane)) ?? lane
        known.set(keyOf(lane), from < lane.from ? { ...lane, from } : lane)
      }
    },
    noteNewEmail(projectIds, now) {
      for (const projectId of projectIds) {
        for (const lane of Object.keys(LANE_NUMBERS) as Lane[]) {
          const key = keyOf({ projectId, lane })
          const from = known.get(key)?.from ?? new Date(now.getTime() - NEW_EMAIL_MARGIN_MS)
          known.set(key, { projectId, lane, from })
        }
      }
    },
    settle(searched, claim) {
      for (const lane of searched) settleLane(lane, claim)
    },
  }
}
