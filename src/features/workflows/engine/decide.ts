// The decisions of a step: which branch to take, and how long to wait. Nothing here has side effects.
import { hash } from 'node:crypto'
import { zoneOf } from '../../../platform/time/zone-of.ts'
import { habitOf, hourAt, hourText } from '../../best-hour/index.ts'
import { evaluateFilter, leavesOf, makeDataTest, treeHolds, valueAt } from '../../filters/index.ts'
import type { ContactLeaf } from '../../filters/language/filter-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../../filters/language/filter-segment-leaves.schema.ts'
import { durationMs } from '../../filters/filter-dates.schema.ts'
import { isTree } from '../../filters/filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../../filters/filters.schema.ts'
import type { Definition } from '../definition.schema.ts'
import { asDataLeaf, startPathOf } from '../conditions.schema.ts'
import { dataPathOf } from '../../filters/language/event-data.schema.ts'
import { resolveComparisons } from '../event-comparisons.schema.ts'
import type { BestHourWaitConfig, DateWaitConfig, DelayConfig, StepOf } from '../steps.schema.ts'
import type { DateRule } from '../workflows.values.ts'
import type { Facts, StartEvent } from './execution.ts'
import { momentOfDate, nextTimeOfDay } from './local-time.ts'

type Context = { facts: Facts; event: StartEvent | null; now: number }

/** Whether a filter matches. It may also test the data of the event that started the execution. */
export const holds = (tree: FilterTree, context: Context): boolean =>
  treeHolds(tree, (leaf) => leafHolds(leaf, context))

/** Answers a condition on the event. `isNegated`: whether it is inside of an odd number of NOTs. */
type AnswerLeaf = (leaf: ContactLeaf, isNegated: boolean) => boolean

export const hasEventConditions = (tree: FilterTree): boolean =>
  leavesOf(tree).some((leaf) => asDataLeaf(leaf) !== undefined)

/** The filter with its conditions on the event answered: what is left of it to ask about the contact, or the answer. */
export function answerEventConditions(
  tree: FilterTree,
  answer: AnswerLeaf,
  isNegated = false,
): FilterTree | boolean {
  const { operator, conditions } = tree
  const answers = conditions.map((node) => {
    if (isTree(node)) return answerEventConditions(node, answer, isNegated !== (operator === 'NOT'))
    const onEvent = asDataLeaf(node)
    return onEvent ? answer(onEvent, isNegated !== (operator === 'NOT')) : node
  })
  // A NOT has one condition, or means that none of them holds.
  const decisive = operator !== 'AND'
  if (answers.includes(decisive)) return operator === 'OR'
  const left = answers.filter((one) => typeof one !== 'boolean')
  return left.length === 0 ? operator !== 'OR' : { operator, conditions: left }
}

/** A condition that cannot be evaluated is neither true nor false. */
export class EvaluationError extends Error {}

export function tryEvaluate<T>(evaluate: () => T): T | EvaluationError {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof EvaluationError) return error
    throw error
  }
}

function leafHolds(leaf: FilterLeaf, { facts, event, now }: Context): boolean {
  const onEvent = asDataLeaf(leaf)
  if (onEvent) return dataMatches([onEvent], { data: event?.data ?? {}, now })
  const problem = facts.unanswered?.get(leaf) ?? missingSegment(leaf, facts)
  if (problem !== undefined) throw new EvaluationError(problem)
  const { contact, history, counted, segments } = facts
  const given = { contact, history, segments, now: new Date(now), ...(counted && { counted }) }
  return evaluateFilter({ operator: 'AND', conditions: [leaf] }, given)
}

const missingSegment = (leaf: FilterLeaf, { missing }: Facts): string | undefined =>
  isSegmentLeaf(leaf) && missing.has(segmentIdOf(leaf))
    ? `There is no segment ${segmentIdOf(leaf)} any more.`
    : undefined

// Email clients and scanners open emails and follow links too; the verdict of the event says who it was.
const TRACKED_BY_MACHINES: ReadonlySet<string> = new Set(['email.opened', 'email.clicked'])
const VERDICT = 'data.verdict'
const HUMAN_VERDICT: ContactLeaf = { field: VERDICT, operator: 'equals', value: 'human' }

type EventMatcher = { event: string; where?: readonly ContactLeaf[] | null | undefined }

/** The conditions on an event. Opens and clicks count only if a person caused them, unless a condition tests the verdict. */
export function eventConditions({ event, where }: EventMatcher): readonly ContactLeaf[] {
  const given = where ?? []
  const isVerdictOpen = TRACKED_BY_MACHINES.has(event) && !given.some(({ field }) => field === VERDICT)
  return isVerdictOpen ? [HUMAN_VERDICT, ...given] : given
}

/** The data of a simulated event: opens and clicks are human unless the data says otherwise. */
export const withHumanVerdict = (event: string, data: Record<string, unknown>): Record<string, unknown> =>
  TRACKED_BY_MACHINES.has(event) ? { verdict: 'human', ...data } : data

type EventData = { data: unknown; now: number }

type AwaitedEvent = EventData & { start: StartEvent | null }

/** Whether an event is the one that a step waits for. Its conditions may compare it with the start event. */
export function isAwaitedEvent(
  { event, where }: StepOf<'WAIT_FOR_EVENT'>['config'],
  { data, start, now }: AwaitedEvent,
): boolean {
  const resolved = resolveComparisons(where ?? [], { data: start?.data, valueAt })
  return resolved !== undefined && dataMatches(eventConditions({ event, where: resolved }), { data, now })
}

/** Whether the event reaches a goal that moves or ends executions. */
export const isMovingGoal = (
  { goal }: Definition,
  { name, data, now }: { name: string; data: unknown; now: number },
): boolean =>
  goal?.event === name && goal.whenReached !== 'continue' && dataMatches(goal.where ?? [], { data, now })

export const dataMatches = (where: readonly ContactLeaf[], { data, now }: EventData): boolean =>
  makeDataTest(where)(data, new Date(now))

export function conditionBranch({ config }: StepOf<'CONDITION'>, context: Context): string {
  if (config.filters) return holds(config.filters, context) ? 'yes' : 'no'
  return config.branches?.find(({ filters }) => holds(filters, context))?.name ?? 'default'
}

// As many bytes of the hash as a number holds exactly.
const HASH_BYTES = 6

/** Always the same branch for a contact, and independent of other splits. */
export function splitBranch({ id, config }: StepOf<'SPLIT'>, { seed, contact }: Facts): string {
  const shares = Object.entries(config.weights)
  const total = shares.reduce((sum, [, weight]) => sum + weight, 0)
  const digest = hash('sha256', JSON.stringify([seed, id, contact.id]), 'buffer')
  let point = (digest.readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES)) * total
  for (const [name, weight] of shares) {
    if (point < weight) return name
    point -= weight
  }
  return shares.at(-1)?.[0] ?? ''
}

export function delayEnd(
  config: Exclude<DelayConfig, DateWaitConfig | BestHourWaitConfig>,
  { facts, now }: Omit<Context, 'event'>,
): number {
  if (!('until' in config)) return now + durationMs(config)
  const { until, weekdays, timezone } = config
  return nextTimeOfDay(now, { until, weekdays, timeZone: chosenZone(timezone, facts) })
}

/** Wait for the hour at which the contact usually opens email, or else for a time of day. */
export function bestHourEnd(
  { untilBestHour: { fallback, timezone } }: BestHourWaitConfig,
  { facts, now }: Omit<Context, 'event'>,
): { until: number; hour: string; isFallback: boolean } {
  const timeZone = chosenZone(timezone, facts)
  const { hour } = habitOf(facts.opens ?? [], { now, timeZone })
  const time = hour === null ? (fallback ?? USUAL_FALLBACK) : hourText(hour)
  const isNow = hour !== null && hourAt(now, timeZone) === hour
  const until = isNow ? now : nextTimeOfDay(now, { until: time, timeZone })
  return { until, hour: time, isFallback: hour === null }
}

const USUAL_FALLBACK = '09:00'

/** Whether an event is an open or a click by a person, which a best hour is computed from. */
export const isOpen = ({ name, data }: { name: string; data: unknown }): boolean =>
  TRACKED_BY_MACHINES.has(name) && (data as { verdict?: unknown } | null)?.verdict === 'human'

type ZoneFacts = { contact: { data: unknown }; timeZone: string }

/** The time zone of a setting, which may be that of the contact, or else of the project. */
export const chosenZone = (timezone: string | null | undefined, { contact, timeZone }: ZoneFacts): string =>
  !timezone || timezone === 'contact' ? zoneOf(contact.data, timeZone) : timezone

/** When the wait for a date ends; undefined if there is no date. */
export function dateEnd({ untilDate }: DateWaitConfig, { facts, event }: Context): number | undefined {
  const { field, offset, at, timezone } = untilDate
  const startPath = startPathOf(field)
  const value = startPath
    ? valueAt(event?.data, startPath)
    : valueAt(facts.contact.data, dataPathOf(field) ?? [])
  const timeZone = chosenZone(timezone, facts)
  return typeof value === 'string' ? momentOfDate(value, { offset, at, timeZone }) : undefined
}

/** The rule for a date that cannot be waited for. */
export const dateRule = ({ ifPast, ifMissing }: DateWaitConfig, problem: 'past' | 'missing'): DateRule =>
  (problem === 'past' ? ifPast : ifMissing) ?? (problem === 'past' ? 'now' : 'exit')
