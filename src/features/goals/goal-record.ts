import type { z } from 'zod'
import type { Goal, GoalRecord } from './goals.schema.ts'

/** A goal as it is stored and shown, with all of its fields. */
export const toGoalRecord = ({ event, where, window, value }: Goal): z.input<typeof GoalRecord> => ({
  event,
  where: where ?? null,
  window,
  value: value ?? null,
})
