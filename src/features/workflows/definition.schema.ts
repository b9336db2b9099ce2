// A workflow as one document: its trigger, its steps, who may enter, and when a contact leaves before the end.
import { z } from 'zod'
import { whenObject } from '../../platform/schemas/across-fields.schema.ts'
import { describedInput, textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { TimeZone } from '../../platform/time/timezone.schema.ts'
import { EventName } from '../events/event-name.schema.ts'
import { FilterTree } from '../filters/filters.schema.ts'
import { goalFields } from '../goals/goals.schema.ts'
import type { Holdout } from '../goals/holdouts/holdouts.schema.ts'
import { dataPathOf, isObject, Where } from '../filters/language/event-data.schema.ts'
import { LONGEST_FIELD } from '../filters/language/filter-fields.schema.ts'
import { ConditionTree } from './conditions.schema.ts'
import { Cron } from '../../platform/time/cron.schema.ts'
import { DATE_MOVE } from './date-moves.schema.ts'
import { Step, StepId } from './steps.schema.ts'
import { GOAL_REACTIONS } from './workflows.values.ts'
import { findGraphProblems } from './workflow-graph.schema.ts'

const SegmentKey = textUpTo(64).toLowerCase().describe('Id of a segment.')

const ContactDate = textUpTo(LONGEST_FIELD)
  .refine((field) => dataPathOf(field) !== undefined, {
    message: 'must be data.<key>, the date of a contact',
    params: { code: 'invalid_string' },
  })
  .describe('Where the date is: data.<key> of the contact.')

export const Trigger = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.literal('EVENT'), event: EventName, where: Where.nullish() })
      .meta({ id: 'EventTrigger' }),
    z
      .strictObject({ type: z.literal('SEGMENT_ENTERED'), segmentId: SegmentKey })
      .meta({ id: 'SegmentEnteredTrigger' }),
    z
      .strictObject({ type: z.literal('SEGMENT_LEFT'), segmentId: SegmentKey })
      .meta({ id: 'SegmentLeftTrigger' }),
    z
      .strictObject({
        type: z.literal('SCHEDULE'),
        cron: Cron,
        timezone: TimeZone.nullish().describe('Default: UTC.'),
        segmentId: SegmentKey.nullish().describe('Only contacts in this segment. Default: all contacts.'),
      })
      .meta({ id: 'ScheduleTrigger' }),
    z
      .strictObject({
        type: z.literal('DATE'),
        field: ContactDate,
        ...DATE_MOVE,
        repeat: z
          .enum(['yearly'])
          .nullish()
          .describe(
            'yearly: on this day of every year, from the date itself on; 29 February is 28 February in other years. Default: once per date.',
          ),
      })
      .meta({ id: 'DateTrigger' }),
    z.strictObject({ type: z.literal('MANUAL') }).meta({ id: 'ManualTrigger' }),
  ])
  .meta({ id: 'WorkflowTrigger', description: 'The condition that starts an execution for a contact.' })

export const Entry = z
  .strictObject({
    reentry: z
      .enum(['once', 'afterExit', 'always'])
      .nullish()
      .describe(
        'Whether a contact can enter again. once (default): never. afterExit: after its last execution has ended. always: at any time, also in parallel.',
      ),
    filters: ConditionTree.nullish().describe(
      'Only contacts that match can enter. May also test the data of the event that starts the workflow.',
    ),
  })
  .meta({ id: 'WorkflowEntry', description: 'The contacts that may enter.' })

export const Exit = z
  .strictObject({
    filters: FilterTree.nullish().describe('Checked before each step. A contact that matches leaves.'),
    event: EventName.nullish().describe('A contact leaves when this event happens.'),
  })
  .meta({ id: 'WorkflowExit', description: 'When a contact leaves before the end.' })

export const WorkflowGoal = z
  .strictObject({
    ...goalFields,
    window: goalFields.window.describe(
      'How long after the start of the execution the event counts, and for the figures of a step, after its email. At most 90 days. Default: 7 days.',
    ),
    whenReached: z
      .enum(GOAL_REACTIONS)
      .default('continue')
      .describe(
        'continue (default): the contact continues as before. exit: it leaves the workflow. goTo: it moves ahead to the step in `goTo`, unless it has passed it.',
      ),
    goTo: StepId.nullish().describe('Id of a step. Required with goTo.'),
  })
  .refine(({ whenReached, goTo }) => whenReached !== 'goTo' || goTo, {
    path: ['goTo'],
    error: 'is required with whenReached goTo',
    params: { code: 'required' },
    when: whenObject,
  })
  .refine(({ whenReached, goTo }) => whenReached === 'goTo' || !goTo, {
    path: ['goTo'],
    error: 'must be left out unless whenReached is goTo',
    when: whenObject,
  })
  .meta({
    id: 'WorkflowGoal',
    description: 'The event that contacts are meant to reach, such as an order.',
  })

/** Whether the goal moves contacts to a step that is not there. */
export const lacksGoalStep = ({ goal, steps }: Pick<Definition, 'goal' | 'steps'>): boolean =>
  Boolean(goal?.goTo) && !steps.some(({ id }) => id === goal?.goTo)

// More than a person can keep in view, and few enough to traverse in a millisecond.
export const MOST_STEPS = 200

// Checking one takes 10 to 20 µs, during which other requests wait. Enough for two per step, and some steps with many.
const MOST_BRANCHES_TOGETHER = 600
const MOST_CONDITIONS = 500

/** Counts the branches of all steps before they are validated. */
function countBranches(steps: readonly unknown[]): number {
  const size = (given: unknown) => (isObject(given) ? Object.keys(given).length : 0)
  return steps.reduce<number>((sum, step) => {
    if (!isObject(step)) return sum
    const weights = isObject(step.config) ? size(step.config.weights) : 0
    return sum + Math.max(weights, size(step.next))
  }, 0)
}

/** Counts the conditions in all filters of the steps before they are validated. */
function countConditions(steps: readonly unknown[]): number {
  let count = 0
  const open = steps.flatMap((step) => {
    const config = isObject(step) ? step.config : undefined
    return isObject(config) ? [config.filters, config.branches, config.where] : []
  })
  while (open.length > 0 && count <= MOST_CONDITIONS) {
    const node = open.pop()
    if (Array.isArray(node)) for (const inner of node as unknown[]) open.push(inner)
    else if (isObject(node)) {
      count += 1
      open.push(node.filters, node.conditions, node.where)
    }
  }
  return count
}

export const Steps = z
  .array(z.unknown())
  .max(MOST_STEPS, { error: `must have at most ${MOST_STEPS} steps`, abort: true })
  .refine((steps) => countBranches(steps) <= MOST_BRANCHES_TOGETHER, {
    message: `must have at most ${MOST_BRANCHES_TOGETHER} branches in all steps together`,
    params: { code: 'too_big' },
    abort: true,
  })
  .refine((steps) => countConditions(steps) <= MOST_CONDITIONS, {
    message: `must have at most ${MOST_CONDITIONS} conditions in all filters together`,
    params: { code: 'too_big' },
    abort: true,
  })
  .pipe(z.array(Step))
  .superRefine((steps, context) => {
    for (const { path, message } of findGraphProblems(steps)) {
      context.addIssue({ code: 'custom', path, message })
    }
  })
  .meta({ type: 'array', maxItems: MOST_STEPS, items: describedInput(Step) })
  .describe('Execution begins at the first step.')

export type DateTrigger = Extract<z.output<typeof Trigger>, { type: 'DATE' }>

/** A whole workflow, as the engine runs it. */
export type Definition = {
  trigger: z.output<typeof Trigger>
  steps: z.output<typeof Steps>
  entry?: z.output<typeof Entry> | null | undefined
  exit?: z.output<typeof Exit> | null | undefined
  goal?: z.output<typeof WorkflowGoal> | null | undefined
  holdout?: Holdout | null | undefined
}
