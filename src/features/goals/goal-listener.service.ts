// Counts conversions: compares events with the goals of the project, and asks the owner of each goal whom the event is credited to.
import type { Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import type { Announcement, Listener } from '../events/index.ts'
import { makeDataTest, valueAt } from '../filters/index.ts'
import { dataPathOf } from '../filters/language/event-data.schema.ts'
import type { GoalCandidate } from './goal-candidates.ts'
import { countableValue } from './goal-figures.ts'
import { findGroupExposures } from './holdouts/holdouts.queries.ts'
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

// Every goal of an event is compared with every such event of the batch. A larger product is split, so that the main thread serves others
// in between: this many take milliseconds.
const MOST_CANDIDATES = 5_000

type ListenerOptions = {
  /** Smaller in tests, so that a few goals are split. */
  mostCandidates?: number
}

/** Registered in src/worker.ts. Gets only the names of goal events (refreshGoalNames). */
export const createGoalListener = (
  exposures: Record<GoalKind, FindExposures>,
  { mostCandidates = MOST_CANDIDATES }: ListenerOptions = {},
): Listener => ({
  name: LISTENER,
  mostEvents: BATCH,
  async handle(trx, { projectId, announcements }) {
    // Throttled events, from a flood of a public key, do not count.
    const counted = announcements.filter(({ isThrottled }) => !isThrottled)
    const byName = Map.groupBy(counted, ({ name }) => name)
    const goals = await holdGoals(trx, { projectId, events: [...byName.keys()] })
    const size = Math.max(1, Math.floor(mostCandidates / Math.max(1, counted.length)))
    for (let done = 0; done < goals.length; done += size) {
      const reaching = listReached(goals.slice(done, done + size), byName)
      for (const [kind, own] of Map.groupBy(reaching, ({ goal }) => goal.kind)) {
        const found = await findExposures(trx, { projectId, own, find: exposures[kind] })
        await insertConversions(trx, { projectId, conversions: toConversions(own, found) })
      }
    }
  },
})

type ReachedGoal = { goal: StoredGoal; contactId: ContactId; at: Date; value: number }

function listReached(
  goals: readonly StoredGoal[],
  byName: ReadonlyMap<string, readonly Announcement[]>,
): ReachedGoal[] {
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

type ExposureQuery = { projectId: ProjectId; own: readonly ReachedGoal[]; find: FindExposures }

async function findExposures(trx: Trx, { projectId, own, find }: ExposureQuery): Promise<Exposure[]> {
  const candidates = own.map(({ goal: { ownerId, windowSeconds }, contactId, at }) => ({
    ownerId,
    contactId,
    at,
    windowSeconds,
  }))
  const isCompared = own.some(({ goal }) => goal.holdoutPercent !== null)
  return [
    ...(await find(trx, { projectId, candidates })),
    ...(isCompared ? await findGroupExposures(trx, { projectId, candidates }) : []),
  ]
}

const toConversions = (own: readonly ReachedGoal[], found: readonly Exposure[]): Conversion[] =>
  found.flatMap(({ candidate, subjectId, parts }): Conversion[] => {
    const one = own[candidate]
    return one ? [{ ownerId: one.goal.ownerId, subjectId, parts, at: one.at, value: one.value }] : []
  })
