import { durationMs } from '../../filters/filter-dates.schema.ts'
import { goalFiguresOf } from '../goal-figures.ts'
import type { GoalCounts } from '../goal-figures.ts'
import type { Goal } from '../goals.schema.ts'
import { compareGroups, groupFigures } from './compare-groups.ts'
import type { ComparisonInput, Group } from './compare-groups.ts'
import type { Holdout, HoldoutResult } from './holdouts.schema.ts'

export type HoldoutInput = Pick<ComparisonInput, 'reading'> & {
  holdout: Holdout
  goal: Goal
  counts: GoalCounts
  since: Date | null
  /** The window of the goal begins here for the last of them (once), or for the first (anyDay); null: not known yet. */
  windowFrom: Date | null
  now: Date
}

/** The result of a holdout, from the counts of its goal. */
export function holdoutResultOf(input: HoldoutInput): HoldoutResult {
  const { holdout, goal, counts, since, windowFrom, now, reading } = input
  const heldBack = groupOf(counts, { part: HELD_PART, goal })
  const others = groupOf(counts, { part: OTHERS_PART, goal })
  const until = windowFrom && new Date(windowFrom.getTime() + durationMs(goal.window))
  const isOver = until !== null && until <= now
  return {
    percent: holdout.percent,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    heldBack: groupFigures(heldBack),
    others: groupFigures(others),
    ...compareGroups({ heldBack, others, percent: holdout.percent, isOver, reading }),
  }
}

/** The beginning of the labels of both groups, after the owner. */
export const GROUPS = 'group'
export const HELD_PART = `${GROUPS} held `
export const OTHERS_PART = `${GROUPS} others `

function groupOf(counts: GoalCounts, { part, goal }: { part: string; goal: Goal }): Group {
  const { conversions, goalValue } = goalFiguresOf(counts, part)
  const people = counts.get(`${part}people`) ?? 0
  return { people, conversions, value: (goal.value ?? null) === null ? null : goalValue }
}
