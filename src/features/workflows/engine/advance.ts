// The engine: moves one execution as far as it can go without waiting. It knows no clock and no database: whoever calls it
// says what time it is and what is known of the contact, and carries out the effects it returns. The runner and the
// simulator both call this function, so what is tried is what runs.
//
// An effect is returned in the same advance as the state behind it. Whoever commits both together does it exactly once.
import { durationMs } from '../../filters/filter-dates.schema.ts'
import type { Definition } from '../definition.schema.ts'
import type { Step } from '../steps.schema.ts'
import {
  conditionBranch,
  conditionsOn,
  dataHolds,
  delayEnd,
  holds,
  splitBranch,
  UnansweredError,
  unlessUnanswered,
} from './decide.ts'
import { effectOf, factsAfter, filledStep, missingFor } from './effects.ts'
import type { ActingStep } from './effects.ts'
import { webhookFailure } from './webhook-answer.ts'
import { countsAt, isAfter, placeAt, placeBehind, positionOf } from './place.ts'
import type { Position } from './place.ts'
import type { Advance, Effect, ExecutionState, Facts, HistoryEntry, Input, StartEvent } from './execution.ts'

// A transaction of the runner does this many at most; an execution that has more to do goes on in the next one. More than
// any workflow has between two delays, unless it is built for it.
export const MOST_STEPS_AT_ONCE = 50

// A workflow that goes round every day comes here after decades, one that goes round every minute within a week: it is
// then more likely a mistake than meant, and its history is read by nobody.
export const MOST_VISITS = 10_000

// Executions that start each other by events would never come to rest. Ten in a row are more than anybody has meant.
export const MOST_DEPTH = 10

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
  }
}

type Given = { now: number; input: Input; facts: Facts }

/** What becomes of an execution now. Input that does not concern it changes nothing. */
export function advance(definition: Definition, state: ExecutionState, given: Given): Advance {
  const run = new Run(definition, state, given)
  run.take(given.input)
  return run.result()
}

/** An execution with one of these has ended. */
export const END: ReadonlySet<ExecutionState['status']> = new Set([
  'COMPLETED',
  'EXITED',
  'FAILED',
  'CANCELLED',
])

/** Steps that do nothing but wait. A webhook that is under way cannot be taken back. */
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

  constructor(definition: Definition, state: ExecutionState, { now, facts }: Given) {
    this.definition = definition
    this.steps = new Map(definition.steps.map((step) => [step.id, step]))
    this.state = { ...state }
    this.now = now
    this.facts = facts
  }

  result(): Advance {
    return { state: this.state, effects: this.effects, entries: this.entries }
  }

  take(input: Input): void {
    if (END.has(this.state.status)) return
    switch (input.type) {
      case 'cancel':
        return this.end('CANCELLED', input.reason)
      case 'event':
        return this.takeEvent(input)
      case 'webhook':
        return this.takeAnswer(input)
      case 'skip':
        return this.takeSkip(input)
      case 'time':
        return this.takeTime()
    }
  }

  private current(): Step | undefined {
    return this.steps.get(this.state.stepId ?? '')
  }

  private takeTime(): void {
    const { status, wakeAt } = this.state
    if (wakeAt === null || wakeAt > this.now) return
    const step = this.current()
    if (status === 'WAITING' && step) {
      this.arrive(wakeAt)
      this.endWait(step)
    }
    this.walk()
  }

  /** At the next step, from which on events count: when the one before was over, not when that was noticed. */
  private arrive(at: number): void {
    this.state.place = { ...this.state.place, arrived: { at } }
  }

  /** What waits for an event goes on as if its time were over. */
  private endWait(step: Step, output: { skipped?: true } = {}): void {
    const branch = step.type === 'WAIT_FOR_EVENT' ? 'timeout' : undefined
    const told = { ...(branch !== undefined && { branch }), ...output }
    this.note(step, 'COMPLETED', Object.keys(told).length === 0 ? null : told)
    this.goTo(step, branch)
  }

  /** Whoever asked saw a certain visit; the execution may have gone on since. */
  private takeSkip({ visit, at = this.now }: Input & { type: 'skip' }): void {
    const step = this.current()
    if (this.state.status !== 'WAITING' || this.state.visit !== visit || !step || !canBeSkipped(step)) return
    this.arrive(at)
    this.endWait(step, { skipped: true })
    this.walk()
  }

  /** An event that came too late finds the execution past its time-out: the time-out is taken first. */
  private takeEvent(event: Input & { type: 'event' }): void {
    const { name, data, at, depth } = event
    const { status, wakeAt } = this.state
    if (status === 'WAITING' && wakeAt !== null && wakeAt <= at) this.takeTime()
    if (END.has(this.state.status) || depth > MOST_DEPTH) return
    if (this.isExit(event)) return this.end('EXITED', `The exit event "${name}" happened.`)
    const step = this.current()
    if (this.state.status !== 'WAITING' || step?.type !== 'WAIT_FOR_EVENT' || step.config.event !== name) {
      return
    }
    if (!countsAt(this.state.place, event)) return
    if (!dataHolds(conditionsOn(step.config), { data, now: this.now })) return
    this.state.place = placeBehind(this.state.place, event)
    this.state.depth = Math.max(this.state.depth, depth)
    this.note(step, 'COMPLETED', { branch: 'event' })
    this.goTo(step, 'event')
    this.walk()
  }

  private isExit(event: Input & { type: 'event' }): boolean {
    const { name, data } = event
    if (name !== this.definition.exit?.event) return false
    if (!isAfter(positionOf(event), this.state.place.start)) return false
    return dataHolds(conditionsOn({ event: name }), { data, now: this.now })
  }

  private takeAnswer({ isOk, output, at = this.now }: Input & { type: 'webhook' }): void {
    const step = this.current()
    if (this.state.status !== 'WAITING' || step?.type !== 'WEBHOOK') return
    const isCaught =
      typeof step.next === 'object' && step.next !== null && Object.hasOwn(step.next, 'failure')
    if (!isOk && !isCaught) return this.fail(step, webhookFailure(output), { answer: output })
    const branch = isOk ? 'success' : 'failure'
    this.arrive(at)
    this.note(step, 'COMPLETED', { branch, answer: output })
    this.goTo(step, branch)
    this.walk()
  }

  /** Goes on until it waits or ends, or has done enough for one time. */
  private walk(): void {
    for (let done = 0; this.state.status === 'RUNNING'; done += 1) {
      const step = this.current()
      if (!step) return this.end('COMPLETED', null)
      if (done >= MOST_STEPS_AT_ONCE) {
        this.state.wakeAt = this.now
        return
      }
      const isLeaving = unlessUnanswered(() => this.isLeaving())
      if (isLeaving === true) return this.end('EXITED', 'The exit filters match.')
      this.state.visit += 1
      this.state.since = this.now
      if (this.state.visit > MOST_VISITS) {
        return this.fail(step, `The execution has made ${MOST_VISITS} steps.`)
      }
      if (isLeaving instanceof UnansweredError) {
        return this.fail(step, `The exit filters cannot be evaluated: ${isLeaving.message}`)
      }
      this.doStep(step)
    }
  }

  private isLeaving(): boolean {
    const filters = this.definition.exit?.filters
    return Boolean(filters && holds(filters, { facts: this.facts, event: this.state.event, now: this.now }))
  }

  private doStep(step: Step): void {
    const context = { facts: this.facts, event: this.state.event, now: this.now }
    switch (step.type) {
      case 'DELAY':
        return this.wait(step, delayEnd(step.config, context))
      case 'WAIT_FOR_EVENT':
        return this.wait(step, this.now + durationMs(step.config.timeout))
      case 'CONDITION':
        return this.decide(step, () => conditionBranch(step, context))
      case 'SPLIT':
        return this.choose(step, splitBranch(step, this.facts))
      case 'EXIT':
        this.note(step, 'COMPLETED', null)
        return this.end('EXITED', step.config?.reason ?? `The step ${step.id} is an exit.`)
      case 'WEBHOOK':
        this.effects.push({ ...this.origin(step), type: 'callWebhook', config: step.config })
        return this.wait(step, null)
      case 'SEND_EMAIL':
      case 'UPDATE_CONTACT':
      case 'ADD_TO_SEGMENT':
      case 'REMOVE_FROM_SEGMENT':
      case 'TRACK_EVENT':
        return this.act(step)
    }
  }

  /** Steps that do something and go on at once. */
  private act(step: ActingStep): void {
    const gone = missingFor(step, this.facts)
    if (gone !== undefined) return this.fail(step, gone)
    const filled = filledStep(step, { facts: this.facts, event: this.state.event })
    if (typeof filled === 'string') return this.fail(step, filled)
    const { contact } = this.facts
    const effect = effectOf(filled, { ...this.origin(step), depth: this.state.depth + 1, contact })
    this.effects.push(effect)
    this.facts = factsAfter(effect, { facts: this.facts, now: this.now })
    this.note(step, 'COMPLETED', null)
    this.goTo(step)
  }

  private decide(step: Step, ask: () => string): void {
    const branch = unlessUnanswered(ask)
    if (!(branch instanceof UnansweredError)) return this.choose(step, branch)
    this.fail(step, `The condition cannot be evaluated: ${branch.message}`)
  }

  private choose(step: Step, branch: string): void {
    this.note(step, 'COMPLETED', { branch })
    this.goTo(step, branch)
  }

  private wait(step: Step, until: number | null): void {
    this.state.status = 'WAITING'
    this.state.wakeAt = until
    this.note(step, 'WAITING', until === null ? null : { until: new Date(until).toISOString() })
  }

  private goTo({ next }: Step, branch?: string): void {
    const byBranch =
      typeof next === 'object' && next !== null && branch !== undefined && Object.hasOwn(next, branch)
    // The next step of a WEBHOOK may be given without branches.
    const target = byBranch ? next[branch] : typeof next === 'string' ? next : null
    if (target === null || target === undefined) return this.end('COMPLETED', null)
    this.state.status = 'RUNNING'
    this.state.stepId = target
    this.state.wakeAt = this.now
  }

  private fail(step: Step, error: string, output: Record<string, unknown> | null = null): void {
    this.entries.push({ ...this.entryOf(step), status: 'FAILED', completedAt: this.now, output, error })
    this.end('FAILED', error)
  }

  /** A failed execution stays at its step, where it can be tried again. */
  private end(status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED', reason: string | null): void {
    const stepId = status === 'COMPLETED' ? null : this.state.stepId
    this.state = { ...this.state, status, stepId, wakeAt: null, exitReason: reason, completedAt: this.now }
  }

  private note(step: Step, status: 'WAITING' | 'COMPLETED', output: Record<string, unknown> | null): void {
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
