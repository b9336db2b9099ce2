// What a worker remembers about where email is due, so that a claim looks only there and only from there on. Nothing
// depends on it: a look at the whole queue, twice a second, replaces what is remembered.
import type { ProjectId } from '../../../platform/ids.ts'
import type { Claim, DueLane } from './claim.queries.ts'
import { LANE_NUMBERS } from './retry-schedule.ts'
import type { Lane } from './retry-schedule.ts'

// Emails are committed a little out of the order of their times. Whatever comes later than this waits for the next look
// at the whole queue, half a second.
const MARGIN_MS = 2_000

// New email of a project that nothing was known of; clocks of nodes differ by less.
const NEWS_MARGIN_MS = 60_000

export type DueLanes = {
  list(): DueLane[]
  /** After a look at the whole queue. */
  replace(lanes: readonly DueLane[]): void
  /** After a look at a part of it, or one that began a while ago. */
  add(lanes: readonly DueLane[]): void
  /** Somebody said that these projects have new email. */
  expect(projectIds: readonly ProjectId[], now: Date): void
  /** After a claim from `asked`. `isFull`: it took as much as it could. */
  settle(asked: readonly DueLane[], claim: Claim & { isFull: boolean }): void
}

export function createDueLanes(): DueLanes {
  const known = new Map<string, DueLane>()
  const keyOf = ({ projectId, lane }: Pick<DueLane, 'projectId' | 'lane'>) => `${projectId} ${lane}`

  const settleLane = (asked: DueLane, claim: Claim & { isFull: boolean }): void => {
    const key = keyOf(asked)
    // Replaced by news that came while the claim was under way.
    if (known.get(key) !== asked) return
    const ofProject = claim.emails.filter((email) => email.project_id === asked.projectId)
    if (ofProject.length === 0 && !claim.isFull && !claim.limited.has(asked.projectId)) {
      known.delete(key)
      return
    }
    const times = ofProject
      .filter((email) => email.lane === LANE_NUMBERS[asked.lane])
      .map((email) => email.run_at.getTime())
    const from = new Date(Math.max(asked.from.getTime(), ...times.map((time) => time - MARGIN_MS)))
    known.set(key, { ...asked, from })
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
    expect(projectIds, now) {
      for (const projectId of projectIds) {
        for (const lane of Object.keys(LANE_NUMBERS) as Lane[]) {
          const key = keyOf({ projectId, lane })
          const from = known.get(key)?.from ?? new Date(now.getTime() - NEWS_MARGIN_MS)
          known.set(key, { projectId, lane, from })
        }
      }
    },
    settle(asked, claim) {
      for (const lane of asked) settleLane(lane, claim)
    },
  }
}
