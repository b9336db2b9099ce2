// The engine: advances one execution as far as it can go without waiting. It has no clock and no database: the caller passes
// the time and the facts about the contact, and applies the effects it returns. The runner and the simulator both call it, so
// a simulation behaves like the real run.
//
// An effect is returned together with the state after it. A caller that commits both in one transaction applies it exactly
// once.
import { durationMs } from '../../filters/filter-dates.schema.ts'
import type { Definition } from '../definition.schema.ts'
import { isDateStep } from '../steps.schema.ts'
import type { BestHourStep, DateStep, Step } from '../steps.schema.ts'
import { branchesOf, isAhead } from '../workflow-graph.schema.ts'
import {
  bestHourEnd,
  conditionBranch,
  dataMatches,
  dateEnd,
  dateRule,
  delayEnd,
  EvaluationError,
  eventConditions,
  holds,
  isAwaitedEvent,
  isMovingGoal,
  splitBranch,
  tryEvaluate,
} from './decide.ts'
import { blockedReason, effectOf, factsAfter, fillStep } from './effects.ts'
import type { ActionStep } from './effects.ts'
import { webhookFailure } from './execution.ts'
import { countsAt, isAfter, placeAt, placeBehind, positionOf } from './place.ts'
import type { Position } from './place.ts'
import type { Advance, Effect, ExecutionState, Facts, HistoryEntry, Input, StartEvent } from './execution.ts'

// The runner does at most this many in one transaction; a longer execution continues in the next. More than workflows
// normally have between two delays.
export const MOST_STEPS_AT_ONCE = 50

// A workflow that loops every day gets here after decades, one that loops every minute within a week: then a mistake is
// likely, and the history is too long to read.
export const MOST_VISITS = 10_000

// Executions that start each other by events would never stop. Ten in a row are more than anybody intends.
export const MOST_DEPTH = 10

// Each has up to 16 kB, and all of them are written with every step.
export const MOST_ANSWERS = 5

type Start = { event: StartEvent | null; depth: number; now: number; position?: Position }

/** A new execution, before its first step. */
export function startExecution(
  { steps }: Definition,
  { event, depth, now, position = { at: now } }: Start,
): ExecutionState {
  const first = steps[0]?.id ?? null
  return {
    status: first === null ? 'COMPLETED' : 'RUNNING',
    stepId: first,
    visit: 0,
    since: now,
    wakeAt: first === null ? null : now,
    exitReason: null,
    startedAt: now,
    completedAt: first === null ? now : null,
    event,
    depth,
    place: placeAt(position),
    answers: [],
  }
}

type AdvanceContext = { now: number; input: Input; facts: Facts }

/** Applies one input to an execution. Input that does not concern it changes nothing. */
export function advance(definition: Definition, state: ExecutionState, context: AdvanceContext): Advance {
  const run = new Run(definition, state, context)
  run.apply(context.input)
  return run.result()
}

export const ENDED_STATUSES: ReadonlySet<ExecutionState['status']> = new Set([
  'COMPLETED',
  'EXITED',
  'FAILED',
  'CANCELLED',
])

/** Only steps that just wait can be skipped: a webhook call in flight cannot be undone. */
export const canBeSkipped = ({ type }: Pick<Step, 'type'>): boolean =>
  type === 'DELAY' || type === 'WAIT_FOR_EVENT'

class Run {
  private readonly steps: ReadonlyMap<string, Step>
  private readonly definition: Definition
  private readonly now: number
  private readonly effects: Effect[] = []
  private readonly entries: HistoryEntry[] = []
  private state: ExecutionState
  private facts: Facts

  constructor(definition: Definition, state: ExecutionState, { now, facts }: AdvanceContext) {
    this.definition = definition
    this.steps = new Map(definition.steps.map((step) => [step.id, step]))
    this.state = { ...state }
    this.now = now
    this.facts = facts
  }

  result(): Advance {
    return { state: this.state, effects: this.effects, entries: this.entries }
  }

  apply(input: Input): void {
    if (ENDED_STATUSES.has(this.state.status)) return
    switch (input.type) {
      case 'cancel':
        return this.end('CANCELLED', input.reason)
      case 'event':
        return this.applyEvent(input)
      case 'webhook':
        return this.applyAnswer(input)
      case 'skip':
        return this.applySkip(input)
      case 'time':
        return this.applyTime()
    }
  }

  private current(): Step | undefined {
    return this.steps.get(this.state.stepId ?? '')
  }

  private applyTime(): void {
    const { status, wakeAt } = this.state
    if (wakeAt === null || wakeAt > this.now) return
    const step = this.current()
    if (status === 'WAITING' && step) {
      this.arrive(wakeAt)
      if (isDateStep(step) && this.isDateMoved(step)) return
      this.endWait(step)
    }
    this.runSteps()
  }

  /** The date may have been moved, or deleted, while the execution waited for it. */
  private isDateMoved(step: DateStep): boolean {
    const until = dateEnd(step.config, this.context())
    if (until !== undefined && until <= this.now) return false
    this.waitForDate(step)
    this.runSteps()
    return true
  }

  /** Events count for the next step from the time the last one ended, not from when the runner noticed. */
  private arrive(at: number): void {
    this.state.place = { ...this.state.place, arrived: { at } }
  }

  /** A wait for an event continues on its timeout branch, a wait for a date on the branch of the date. */
  private endWait(step: Step, output: { skipped?: true } = {}): void {
    const branch = step.type === 'WAIT_FOR_EVENT' ? 'timeout' : branchesOf(step)?.[0]
    const result = { ...(branch !== undefined && { branch }), ...output }
    this.record(step, 'COMPLETED', Object.keys(result).length === 0 ? null : result)
    this.goTo(step, branch)
  }

  /** The caller saw a certain visit; the execution may have moved on since. */
  private applySkip({ visit, at = this.now }: Input & { type: 'skip' }): void {
    const step = this.current()
    if (this.state.status !== 'WAITING' || this.state.visit !== visit || !step || !canBeSkipped(step)) return
    this.arrive(at)
    this.endWait(step, { skipped: true })
    this.runSteps()
  }

  /** If the timeout had passed before the event happened, the timeout applies first. */
  private applyEvent(event: Input & { type: 'event' }): void {
    const { name, data, at, depth } = event
    const { status, wakeAt } = this.state
    if (status === 'WAITING' && wakeAt !== null && wakeAt <= at) this.applyTime()
    if (ENDED_STATUSES.has(this.state.status) || depth > MOST_DEPTH) return
    if (this.isExit(event)) return this.end('EXITED', `The exit event "${name}" happened.`)
    if (this.isGoal(event)) return this.reachGoal(event)
    const step = this.current()
    if (this.state.status !== 'WAITING' || step?.type !== 'WAIT_FOR_EVENT' || step.config.event !== name) {
      return
    }
    if (!countsAt(this.state.place, event)) return
    if (!isAwaitedEvent(step.config, { data, start: this.state.event, now: this.now })) return
    this.state.place = placeBehind(this.state.place, event)
    this.state.depth = Math.max(this.state.depth, depth)
    this.record(step, 'COMPLETED', { branch: 'event' })
    this.goTo(step, 'event')
    this.runSteps()
  }

  private isExit(event: Input & { type: 'event' }): boolean {
    const { name, data } = event
    if (name !== this.definition.exit?.event) return false
    if (!isAfter(positionOf(event), this.state.place.start)) return false
    return dataMatches(eventConditions({ event: name }), { data, now: this.now })
  }

  private isGoal(event: Input & { type: 'event' }): boolean {
    if (!isAfter(positionOf(event), this.state.place.start)) return false
    return isMovingGoal(this.definition, { ...event, now: this.now })
  }

  private reachGoal(event: Input & { type: 'event' }): void {
    const { goal } = this.definition
    if (goal?.whenReached === 'exit') return this.end('EXITED', `The goal "${event.name}" was reached.`)
    const step = this.current()
    const { place } = this.state
    if (!step || !goal?.goTo || place.hasReachedGoal || !isAhead(this.definition, step.id, goal.goTo)) return
    this.state.place = { ...placeBehind(place, event), hasReachedGoal: true }
    this.state.depth = Math.max(this.state.depth, event.depth)
    if (this.state.status === 'WAITING') this.record(step, 'COMPLETED', { goal: event.name })
    this.moveTo(goal.goTo)
    this.runSteps()
  }

  private applyAnswer({ isOk, output, data, visit, at = this.now }: Input & { type: 'webhook' }): void {
    const step = this.current()
    if (this.state.status !== 'WAITING' || step?.type !== 'WEBHOOK') return
    // The answer to a call that the execution no longer waits for, because a goal has moved it.
    if (visit !== undefined && visit !== this.state.visit) return
    const isCaught =
      typeof step.next === 'object' && step.next !== null && Object.hasOwn(step.next, 'failure')
    if (!isOk && !isCaught) return this.fail(step, webhookFailure(output), { answer: output })
    const branch = isOk ? 'success' : 'failure'
    this.arrive(at)
    this.keepAnswer(step, { output, data })
    this.record(step, 'COMPLETED', { branch, answer: output })
    this.goTo(step, branch)
    this.runSteps()
  }

  private keepAnswer(
    { id }: Step,
    { output, data = null }: Pick<Input & { type: 'webhook' }, 'output' | 'data'>,
  ): void {
    const statusCode = output && 'statusCode' in output ? output.statusCode : null
    const others = this.state.answers.filter(({ stepId }) => stepId !== id)
    this.state.answers = [...others, { stepId: id, statusCode, data }].slice(-MOST_ANSWERS)
  }

  /** Runs steps until the execution waits, ends, or reaches MOST_STEPS_AT_ONCE. */
  private runSteps(): void {
    for (let done = 0; this.state.status === 'RUNNING'; done += 1) {
      const step = this.current()
      if (!step) return this.end('COMPLETED', null)
      if (done >= MOST_STEPS_AT_ONCE) {
        this.state.wakeAt = this.now
        return
      }
      const isLeaving = tryEvaluate(() => this.isLeaving())
      if (isLeaving === true) return this.end('EXITED', 'The exit filters match.')
      this.state.visit += 1
      this.state.since = this.now
      if (this.state.visit > MOST_VISITS) {
        return this.fail(step, `The execution has made ${MOST_VISITS} steps.`)
      }
      if (isLeaving instanceof EvaluationError) {
        return this.fail(step, `The exit filters cannot be evaluated: ${isLeaving.message}`)
      }
      this.runStep(step)
    }
  }

  private isLeaving(): boolean {
    const filters = this.definition.exit?.filters
    return Boolean(filters && holds(filters, this.context()))
  }

  private context() {
    return { facts: this.facts, event: this.state.event, now: this.now }
  }

  private runStep(step: Step): void {
    const context = this.context()
    switch (step.type) {
      case 'DELAY':
        if ('untilDate' in step.config) return this.waitForDate(step as DateStep)
        if ('untilBestHour' in step.config) return this.waitForBestHour(step as BestHourStep)
        return this.wait(step, delayEnd(step.config, context))
      case 'WAIT_FOR_EVENT':
        return this.wait(step, this.now + durationMs(step.config.timeout))
      case 'CONDITION':
        return this.decide(step, () => conditionBranch(step, context))
      case 'SPLIT':
        return this.takeBranch(step, splitBranch(step, this.facts))
      case 'EXIT':
        this.record(step, 'COMPLETED', null)
        return this.end('EXITED', step.config?.reason ?? `The step ${step.id} is an exit.`)
      case 'WEBHOOK':
        this.effects.push({ ...this.origin(step), type: 'callWebhook', config: step.config })
        return this.wait(step, null)
      case 'SEND_EMAIL':
      case 'UPDATE_CONTACT':
      case 'ADD_TO_SEGMENT':
      case 'REMOVE_FROM_SEGMENT':
      case 'TRACK_EVENT':
        return this.runAction(step)
    }
  }

  /** Steps that have an effect and continue at once. */
  private runAction(step: ActionStep): void {
    const reason = blockedReason(step, this.facts)
    if (reason !== undefined) return this.fail(step, reason)
    const { event, answers } = this.state
    const filled = fillStep(step, { facts: this.facts, event, answers })
    if (typeof filled === 'string') return this.fail(step, filled)
    const { contact } = this.facts
    const depth = this.state.depth + 1
    const effect = effectOf(filled, { ...this.origin(step), depth, contact, answers })
    this.effects.push(effect)
    this.facts = factsAfter(effect, { facts: this.facts, now: this.now })
    this.record(step, 'COMPLETED', null)
    this.goTo(step)
  }

  private decide(step: Step, evaluate: () => string): void {
    const branch = tryEvaluate(evaluate)
    if (!(branch instanceof EvaluationError)) return this.takeBranch(step, branch)
    this.fail(step, `The condition cannot be evaluated: ${branch.message}`)
  }

  private takeBranch(step: Step, branch: string): void {
    this.record(step, 'COMPLETED', { branch })
    this.goTo(step, branch)
  }

  private wait(step: Step, until: number | null, output: Record<string, unknown> = {}): void {
    this.state.status = 'WAITING'
    this.state.wakeAt = until
    this.record(step, 'WAITING', until === null ? null : { until: new Date(until).toISOString(), ...output })
  }

  private waitForBestHour(step: BestHourStep): void {
    const { until, ...output } = bestHourEnd(step.config, this.context())
    if (until > this.now) return this.wait(step, until, output)
    this.record(step, 'COMPLETED', output)
    this.goTo(step)
  }

  private waitForDate(step: DateStep): void {
    const until = dateEnd(step.config, this.context())
    if (until !== undefined && until > this.now) return this.wait(step, until)
    const date = until === undefined ? 'missing' : 'past'
    const rule = dateRule(step.config, date)
    const branch = branchesOf(step) && (rule === 'skip' ? 'skip' : 'date')
    this.record(step, 'COMPLETED', rule === 'exit' || branch === undefined ? { date } : { branch, date })
    if (rule !== 'exit') return this.goTo(step, branch)
    const { field } = step.config.untilDate
    this.end('EXITED', date === 'past' ? `The date in ${field} has passed.` : `There is no date in ${field}.`)
  }

  private goTo({ next }: Step, branch?: string): void {
    const byBranch =
      typeof next === 'object' && next !== null && branch !== undefined && Object.hasOwn(next, branch)
    // A WEBHOOK may name its next step without branches.
    const target = byBranch ? next[branch] : typeof next === 'string' ? next : null
    if (target === null || target === undefined) return this.end('COMPLETED', null)
    this.moveTo(target)
  }

  private moveTo(stepId: string): void {
    this.state.status = 'RUNNING'
    this.state.stepId = stepId
    this.state.wakeAt = this.now
  }

  private fail(step: Step, error: string, output: Record<string, unknown> | null = null): void {
    this.entries.push({ ...this.entryOf(step), status: 'FAILED', completedAt: this.now, output, error })
    this.end('FAILED', error)
  }

  /** A failed execution stays at its step, so that it can be retried there. */
  private end(status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED', reason: string | null): void {
    const stepId = status === 'COMPLETED' ? null : this.state.stepId
    this.state = { ...this.state, status, stepId, wakeAt: null, exitReason: reason, completedAt: this.now }
  }

  private record(step: Step, status: 'WAITING' | 'COMPLETED', output: Record<string, unknown> | null): void {
    const completedAt = status === 'COMPLETED' ? this.now : null
    this.entries.push({ ...this.entryOf(step), status, completedAt, output, error: null })
  }

  private entryOf(step: Step) {
    return { ...this.origin(step), type: step.type, startedAt: this.state.since }
  }

  private origin({ id }: Step) {
    return { stepId: id, visit: this.state.visit }
  }
}
