// Runs one contact through a workflow on a virtual clock, which jumps from one event or wake-up to the next. The engine is the
// runner's; only its surroundings are simulated. Runs in a thread, because a definition can be made to take long. Webhooks are
// not called: the caller may say how they are answered. Email counts as delivered at once.
import { AppError } from '../../../platform/errors.ts'
import { dateMs } from '../../filters/filter-dates.schema.ts'
import { valueAt } from '../../filters/index.ts'
import { fillValues, hasLiquidIn } from '../../templates/index.ts'
import { stepVariables } from '../step-variables.ts'
import { dataPathOf } from '../../filters/language/event-data.schema.ts'
import { dateEvent, dateStarts } from '../engine/date-starts.ts'
import type { DateStart } from '../engine/date-starts.ts'
import {
  chosenZone,
  dataMatches,
  EvaluationError,
  eventConditions,
  holds,
  isOpen,
  tryEvaluate,
  withHumanVerdict,
} from '../engine/decide.ts'
import { advance, ENDED_STATUSES, startExecution } from '../engine/advance.ts'
import { factsAfter, mergeData } from '../engine/effects.ts'
import { isSuccess } from '../engine/execution.ts'
import type {
  Effect,
  ExecutionState,
  Facts,
  HistoryEntry,
  Input,
  StartEvent,
  StepAnswer,
  StepDataInput,
} from '../engine/execution.ts'
import { positionOf } from '../engine/place.ts'
import type { Position } from '../engine/place.ts'
import { heldBackReason } from '../engine/held-back.ts'
import type { DateTrigger, Definition } from '../definition.schema.ts'

/** `merged`: the part of its data that the contact keeps. */
export type SimulatedEvent = {
  at: number
  name: string
  data: Record<string, unknown>
  merged: Record<string, unknown>
}

export type SimulationInput = {
  definition: Definition
  facts: Facts
  /** In the order of their times. */
  events: readonly SimulatedEvent[]
  /** Answers to WEBHOOK steps, by their ids. The others are answered with status 200. */
  answers?: ReadonlyMap<string, SimulatedAnswer>
  /** The ids of templates by the keys that steps name, which may be aliases: conditions name the ids. */
  templateIds?: ReadonlyMap<string, string>
  startAt: number
  until: number
  /** Whether the holdout of the workflow keeps the contact out. */
  isHeldBack?: boolean
}

export type SimulatedAnswer = { statusCode?: number | null | undefined; data?: unknown }

type Contact = Facts['contact']

/** An email to be rendered, for the contact as it was then. */
export type SimulatedEmail = {
  at: number
  stepId: string
  config: (Effect & { type: 'sendEmail' })['config']
  contact: Contact
  answers: readonly StepAnswer[]
}

type EffectChange =
  | { type: 'UPDATE_CONTACT'; data: Record<string, unknown>; subscribed: boolean | null }
  | { type: 'ADD_TO_SEGMENT' | 'REMOVE_FROM_SEGMENT'; segmentId: string }
  | { type: 'TRACK_EVENT'; event: string; data: Record<string, unknown> }
  | { type: 'WEBHOOK'; url: string; method: string }

export type SimulatedChange = { at: number; stepId: string } & EffectChange

export type EventOutcome = 'started' | 'continued' | 'exited' | 'ignored'

export type SimulationOutput = {
  state: ExecutionState | null
  /** Why no execution was started. */
  reason: string | null
  stoppedBy: 'end' | 'until' | 'limit'
  path: HistoryEntry[]
  emails: SimulatedEmail[]
  changes: SimulatedChange[]
  events: { at: number; event: string; outcome: EventOutcome }[]
  contact: Contact
}

// A year of daily steps fits; more is too long to read.
export const MOST_SIMULATED_STEPS = 1_000

// Each is rendered afterwards.
export const MOST_SIMULATED_EMAILS = 100

// Size of the data in changes and of the contacts in emails: all of it is copied to the main thread.
const MOST_SIMULATED_BYTES = 2_000_000

export function simulate(input: SimulationInput): SimulationOutput {
  return new Simulation(input).run()
}

// Digits enough for more events than a simulation has.
const ID_LENGTH = 9

type IdentifiedEvent = Omit<SimulatedEvent, 'merged'> & { id: string }

/** Evaluates the Liquid in place: simulations already run in a thread. */
function fill({ data, ...execution }: StepDataInput): Record<string, unknown> | string {
  if (!hasLiquidIn(data)) return data
  try {
    return fillValues(data, stepVariables(execution))
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

class Simulation {
  private readonly input: SimulationInput
  private readonly entries = new Map<number, HistoryEntry>()
  private readonly emails: SimulatedEmail[] = []
  private readonly changes: SimulatedChange[] = []
  private readonly outcomes: SimulationOutput['events'] = []
  private state: ExecutionState | undefined
  private facts: Facts
  private reason: string | null = null
  /** Dates whose time comes later than this may start the workflow. */
  private datesFrom: number
  private bytes = 0
  private eventCount = 0

  constructor(input: SimulationInput) {
    this.input = input
    this.facts = { ...input.facts, fill }
    this.datesFrom = input.startAt - 1
  }

  run(): SimulationOutput {
    const { definition, startAt } = this.input
    const { trigger } = definition
    if (trigger.type === 'EVENT') this.reason = `No event ${trigger.event} started it.`
    else if (trigger.type !== 'DATE') this.start(null, startAt)
    const stoppedBy = this.play()
    if (trigger.type === 'DATE') this.reason ??= this.dateReason(trigger)
    return {
      state: this.state ?? null,
      reason: this.state ? null : this.reason,
      stoppedBy,
      path: [...this.entries.values()],
      emails: this.emails,
      changes: this.changes,
      events: this.outcomes,
      contact: this.facts.contact,
    }
  }

  /** Advances the clock. A wake-up comes before an event of the same time. */
  private play(): SimulationOutput['stoppedBy'] {
    const { events, until } = this.input
    let next = 0
    for (;;) {
      if (this.isEnough()) return 'limit'
      const event = events[next]
      const date = this.nextDate()
      const wakeAt = date?.dueAt ?? (this.isActive() ? (this.state?.wakeAt ?? null) : null)
      if (wakeAt !== null && (!event || wakeAt <= event.at)) {
        if (wakeAt > until) return 'until'
        if (date) this.startByDate(date)
        else this.advance({ type: 'time' }, wakeAt)
      } else if (event) {
        if (event.at > until) return 'until'
        this.applyEvent(event)
        next += 1
      } else return 'end'
    }
  }

  /** The next time at which the date of the contact starts the workflow, as long as it has not been started. */
  private nextDate(): DateStart | undefined {
    const { trigger } = this.input.definition
    if (trigger.type !== 'DATE' || this.state) return undefined
    const value = valueAt(this.facts.contact.data, dataPathOf(trigger.field) ?? [])
    const timeZone = chosenZone(trigger.timezone, this.facts)
    const times = { from: this.datesFrom, to: this.input.until }
    return dateStarts(trigger, { value, timeZone }, times)[0]
  }

  private dateReason({ field }: DateTrigger): string {
    const { startAt, until } = this.input
    const value = valueAt(this.facts.contact.data, dataPathOf(field) ?? [])
    const isDate = typeof value === 'string' && dateMs(value) !== undefined
    if (!isDate) return `The contact has no date in ${field}.`
    const [from, to] = [startAt, until].map((ms) => new Date(ms).toISOString())
    return `The date ${value} in ${field} starts nothing from ${from} to ${to}.`
  }

  private startByDate(date: DateStart): void {
    const { trigger } = this.input.definition
    if (trigger.type !== 'DATE') return
    this.datesFrom = date.dueAt
    this.start(dateEvent(trigger, date), date.dueAt)
  }

  private isEnough(): boolean {
    return (
      this.entries.size >= MOST_SIMULATED_STEPS ||
      this.emails.length >= MOST_SIMULATED_EMAILS ||
      this.bytes >= MOST_SIMULATED_BYTES
    )
  }

  private isActive(): boolean {
    return this.state !== undefined && !ENDED_STATUSES.has(this.state.status)
  }

  private applyEvent({ at, name, data: given, merged }: SimulatedEvent): void {
    const data = withHumanVerdict(name, given)
    this.datesFrom = Math.max(this.datesFrom, at)
    const { contact, history } = this.facts
    const changed = Object.keys(merged).length > 0
    this.facts = {
      ...this.facts,
      contact: changed
        ? { ...contact, data: mergeData(contact.data, merged), updatedAt: new Date(at) }
        : contact,
      history: { ...history, events: [...history.events, { name, data, createdAt: new Date(at) }] },
      ...(isOpen({ name, data }) && { opens: [...(this.facts.opens ?? []), at] }),
    }
    const id = this.nextId()
    this.outcomes.push({ at, event: name, outcome: this.deliverEvent({ at, name, data, id }) })
  }

  /** Ids grow, like those of real events. */
  private nextId(): string {
    this.eventCount += 1
    return String(this.eventCount).padStart(ID_LENGTH, '0')
  }

  private deliverEvent({ at, name, data, id }: IdentifiedEvent): EventOutcome {
    if (!this.state) {
      const isStarted =
        this.isTrigger({ at, name, data }) && this.start({ name, data }, at, positionOf({ name, at, id }))
      return isStarted ? 'started' : 'ignored'
    }
    if (!this.isActive()) return 'ignored'
    const { visit } = this.state
    this.advance({ type: 'event', name, data, at, id, depth: 0 }, at)
    if (this.state.status === 'EXITED' && this.state.visit === visit) return 'exited'
    return this.state.visit === visit && this.isActive() ? 'ignored' : 'continued'
  }

  private isTrigger({ at, name, data }: Omit<SimulatedEvent, 'merged'>): boolean {
    const { trigger } = this.input.definition
    if (trigger.type !== 'EVENT' || trigger.event !== name) return false
    return dataMatches(eventConditions(trigger), { data, now: at })
  }

  private start(event: StartEvent | null, now: number, position: Position = { at: now }): boolean {
    const { definition } = this.input
    const filters = definition.entry?.filters
    const context = { facts: this.facts, event, now }
    const isAllowed = !filters || tryEvaluate(() => holds(filters, context))
    if (isAllowed !== true) {
      this.reason =
        isAllowed instanceof EvaluationError
          ? `The entry filters cannot be evaluated: ${isAllowed.message}`
          : 'The contact does not match the entry filters.'
      return false
    }
    if (this.input.isHeldBack) {
      this.reason = heldBackReason(definition)
      return false
    }
    this.state = startExecution(definition, { event, depth: 0, now, position })
    this.advance({ type: 'time' }, now)
    return true
  }

  private advance(input: Input, now: number): void {
    if (!this.state) return
    const { state, effects, entries } = advance(this.input.definition, this.state, {
      now,
      input,
      facts: this.facts,
    })
    this.state = state
    for (const entry of entries) this.entries.set(entry.visit, entry)
    for (const effect of effects) this.applyEffect(effect, now)
    // The execution gets its own events as input; the engine stops endless chains.
    for (const effect of effects) {
      if (effect.type === 'callWebhook') this.advance(this.answerTo(effect), now)
      if (effect.type !== 'trackEvent') continue
      const { event: name, data, depth } = effect
      this.advance({ type: 'event', name, data, at: now, id: this.nextId(), depth }, now)
    }
  }

  private answerTo({ stepId }: Effect): Input {
    const { statusCode, data } = this.input.answers?.get(stepId) ?? {}
    const output = { webhookId: 'simulated', attempts: 1, statusCode: statusCode ?? 200, body: '' }
    return { type: 'webhook', isOk: isSuccess(output.statusCode), output, data }
  }

  private applyEffect(effect: Effect, at: number): void {
    const { stepId } = effect
    this.facts = factsAfter(effect, { facts: this.facts, now: at })
    const copied = effect.type === 'sendEmail' ? effect.contact.data : effect
    this.bytes += JSON.stringify(copied).length
    if (effect.type === 'sendEmail') {
      const { history } = this.facts
      const { config, contact, answers } = effect
      this.emails.push({ at, stepId, config, contact, answers })
      const templateId = this.input.templateIds?.get(config.templateId ?? '') ?? null
      const origin = { templateId, workflowId: this.facts.seed }
      const emails = [...history.emails, { sentAt: new Date(at), isDelivered: true, ...origin }]
      this.facts = { ...this.facts, history: { ...history, emails } }
    } else this.changes.push({ at, stepId, ...changeOf(effect) })
  }
}

function changeOf(effect: Exclude<Effect, { type: 'sendEmail' }>): EffectChange {
  switch (effect.type) {
    case 'updateContact':
      return { type: 'UPDATE_CONTACT', data: effect.data, subscribed: effect.subscribed ?? null }
    case 'addToSegment':
      return { type: 'ADD_TO_SEGMENT', segmentId: effect.segmentId }
    case 'removeFromSegment':
      return { type: 'REMOVE_FROM_SEGMENT', segmentId: effect.segmentId }
    case 'trackEvent':
      return { type: 'TRACK_EVENT', event: effect.event, data: effect.data }
    case 'callWebhook':
      return { type: 'WEBHOOK', url: effect.config.url, method: effect.config.method ?? 'POST' }
  }
}
