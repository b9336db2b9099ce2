// Counts conversions: compares events with the goals of the project, and asks the owner of each goal whom the event is credited to.
import type { Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import type { Announcement, Listener } from '../events/index.ts'
import { makeDataTest, valueAt } from '../filters/index.ts'
import { dataPathOf } from '../filters/language/event-data.schema.ts'
import type { GoalCandidate } from './goal-candidates.ts'
import { countableValue } from './goal-figures.ts'
import { holdGoals, insertConversions } from './goals.queries.ts'
import { LISTENER } from './listener-name.ts'
import type { Conversion, GoalKind, StoredGoal } from './goals.queries.ts'

/** An email or execution of the owner that the contact of a candidate got, by the number of the candidate. */
export type Exposure = { candidate: number; subjectId: string; parts: string[] }

export type FindExposures = (
  trx: Trx,
  query: { projectId: ProjectId; candidates: readonly GoalCandidate[] },
) => Promise<Exposure[]>

// A transaction of some 50 ms.
const BATCH = 500

/** Registered in src/worker.ts. Gets only the names of goal events (refreshGoalNames). */
export const createGoalListener = (exposures: Record<GoalKind, FindExposures>): Listener => ({
  name: LISTENER,
  mostEvents: BATCH,
  async handle(trx, { projectId, announcements }) {
    const reaching = await listReached(trx, { projectId, announcements })
    for (const [kind, own] of Map.groupBy(reaching, ({ goal }) => goal.kind)) {
      const candidates = own.map(({ goal: { ownerId, windowSeconds }, contactId, at }) => ({
        ownerId,
        contactId,
        at,
        windowSeconds,
      }))
      const found = await exposures[kind](trx, { projectId, candidates })
      const conversions = found.flatMap(({ candidate, subjectId, parts }): Conversion[] => {
        const one = own[candidate]
        return one ? [{ ownerId: one.goal.ownerId, subjectId, parts, at: one.at, value: one.value }] : []
      })
      await insertConversions(trx, { projectId, conversions })
    }
  },
})

type ReachedGoal = { goal: StoredGoal; contactId: ContactId; at: Date; value: number }

/** Throttled events, from a flood of a public key, do not count. */
async function listReached(
  trx: Trx,
  { projectId, announcements }: { projectId: ProjectId; announcements: readonly Announcement[] },
): Promise<ReachedGoal[]> {
  const counted = announcements.filter(({ isThrottled }) => !isThrottled)
  const byName = Map.groupBy(counted, ({ name }) => name)
  const goals = await holdGoals(trx, { projectId, events: [...byName.keys()] })
  return goals.flatMap((goal) => {
    const holds = makeDataTest(goal.conditions ?? [])
    const path = goal.valueField === null ? undefined : dataPathOf(goal.valueField)
    return (byName.get(goal.event) ?? []).flatMap(({ contactId, data, createdAt }): ReachedGoal[] => {
      if (contactId === null || !holds(data, createdAt)) return []
      const value = path ? countableValue(valueAt(data, path)) : 0
      return [{ goal, contactId, at: createdAt, value }]
    })
  })
}
