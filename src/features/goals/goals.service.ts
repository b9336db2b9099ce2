// The goals that events are compared with. Campaigns and workflows save theirs here when they start.
import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { durationMs, UNIT_MS } from '../filters/filter-dates.schema.ts'
import {
  clearConversions,
  deleteGoal,
  deleteOldConversions,
  lockGoal,
  listEndedGoals,
  refreshGoalNames,
  upsertGoal,
} from './goals.queries.ts'
import type { GoalKind, GoalRef, StoredGoal } from './goals.queries.ts'
import { LONGEST_WINDOW_DAYS } from './goals.schema.ts'
import type { Goal } from './goals.schema.ts'
import { clearGroups, deleteOldMembers } from './holdouts/holdouts.queries.ts'
import type { Holdout } from './holdouts/holdouts.schema.ts'

type SaveGoalInput = {
  projectId: ProjectId
  ownerId: string
  kind: GoalKind
  goal: Goal | null
  holdout: Holdout | null
  now: Date
}

/**
 * The caller has locked the owner. Without a goal, nothing is counted. A goal that counts something else starts from zero; so does the
 * comparison with those held back, also if their share changes.
 */
export async function saveGoal(trx: Trx, input: SaveGoalInput): Promise<void> {
  const { projectId, ownerId, kind, goal, holdout, now } = input
  const ref = { projectId, ownerId }
  const before = await lockGoal(trx, ref)
  if (goal === null) {
    if (!before) return
    await clearConversions(trx, ref)
    return removeGoal(trx, ref)
  }
  const { event, where, window, value } = goal
  const saved = {
    ownerId,
    kind,
    event,
    conditions: where ?? null,
    windowSeconds: durationMs(window) / 1_000,
    valueField: value ?? null,
    holdoutPercent: holdout?.percent ?? null,
  }
  const isCountedAnew = before && !isDeepStrictEqual(countedBy(before), countedBy(saved))
  const isComparedAnew = isCountedAnew || before?.holdoutPercent !== saved.holdoutPercent
  await upsertGoal(trx, { projectId, goal: saved, holdoutSince: isComparedAnew ? now : null })
  if (isCountedAnew) await clearConversions(trx, ref)
  else if (before && isComparedAnew) await clearGroups(trx, ref)
  await refreshGoalNames(trx, { projectId })
}

const countedBy = ({ event, conditions, valueField }: StoredGoal) => ({ event, conditions, valueField })

/** Stops counting at once. The figures stay. */
export async function removeGoal(trx: Trx, ref: GoalRef): Promise<void> {
  await deleteGoal(trx, ref)
  await refreshGoalNames(trx, ref)
}

// A fraction of a second each.
const BATCH = 1_000

// Events may arrive some days late.
const KEPT_DAYS = LONGEST_WINDOW_DAYS + 10

/** Deletes goals, conversions and groups whose windows are over. Returns whether all are deleted. */
export async function tidyGoals(
  db: Db,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<boolean> {
  for (const ref of await listEndedGoals(db, { now, limit: BATCH })) {
    if (signal.aborted) return false
    await inTransaction(db, (trx) => removeGoal(trx, ref))
  }
  const before = new Date(now.getTime() - KEPT_DAYS * UNIT_MS.days)
  while (await deleteOldConversions(db, { before, limit: BATCH })) if (signal.aborted) return false
  while (await deleteOldMembers(db, { before, limit: BATCH })) if (signal.aborted) return false
  return true
}
