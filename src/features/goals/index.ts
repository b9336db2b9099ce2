export { goalCandidates } from './goal-candidates.ts'
export { goalFiguresOf, readGoalCounts, readGoalTotals } from './goal-figures.ts'
export type { GoalCounts } from './goal-figures.ts'
export { compareGroups, groupFigures } from './holdouts/compare-groups.ts'
export { controlGroupSql, isInControlGroup } from './holdouts/control-group.ts'
export { hashShare, isInShare } from './holdouts/hash-share.ts'
export { holdoutResultOf } from './holdouts/holdout-result.ts'
export {
  findHeldSince,
  findHoldoutSince,
  insertGroup,
  insertMembers,
  isHeldBack,
} from './holdouts/holdouts.queries.ts'
export { createGoalListener } from './goal-listener.service.ts'
export type { Exposure, FindExposures } from './goal-listener.service.ts'
export { toGoalRecord } from './goal-record.ts'
export { endGoal } from './goals.queries.ts'
export { tidyGoalsJob } from './goals.jobs.ts'
export { removeGoal, saveGoal } from './goals.service.ts'
