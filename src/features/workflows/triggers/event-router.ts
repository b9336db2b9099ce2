// Routes events to the active executions they concern: those that exit or move at the event, those whose step waits for it, and
// running ones that may reach such a step in a moment.
import type { ExecutionId } from '../../../platform/ids.ts'
import type { Definition } from '../definition.schema.ts'
import { MOST_DEPTH } from '../engine/advance.ts'
import { dataMatches, eventConditions, isAwaitedEvent, isMovingGoal } from '../engine/decide.ts'
import { isAfter, positionOf } from '../engine/place.ts'
import type { NewInput } from '../executions/executions.queries.ts'
import type { ListeningExecution, Signal } from './signals.queries.ts'

// Inputs that may wait for one running execution. It applies them within a second or two; more would only come from a flood
// of one contact's events.
export const MOST_PENDING = 100

type CausedSignal = Signal & { depth: number }

export type EventRouter = { route(signal: CausedSignal, now: Date): void; inputs: NewInput[] }

type RoutedExecution = ListeningExecution & {
  definition: Definition | undefined
  decided: Set<'exit' | 'goal'>
}

export function createEventRouter(
  listening: readonly ListeningExecution[],
  definitions: readonly (Definition | undefined)[],
): EventRouter {
  const inputs: NewInput[] = []
  // One per execution, however many names it listens to.
  const executions = new Map<ExecutionId, RoutedExecution>(
    listening.map((one, index) => [one.id, { ...one, definition: definitions[index], decided: new Set() }]),
  )
  const byPair = Map.groupBy(listening, ({ contactId, name }) => `${contactId} ${name}`)
  return {
    inputs,
    route(signal, now) {
      const { name, contactId, data, depth, eventId: id } = signal
      if (depth > MOST_DEPTH) return
      for (const { id: executionId } of byPair.get(`${contactId} ${name}`) ?? []) {
        const execution = executions.get(executionId)
        if (!execution || !concerns(execution, signal, now)) continue
        const at = signal.createdAt.getTime()
        inputs.push({ executionId, input: { type: 'event', name, data, at, id, depth } })
        execution.pending += 1
        if (execution.waitsFor === name) execution.waitsFor = null
      }
    },
  }
}

function concerns(execution: RoutedExecution, signal: CausedSignal, now: Date): boolean {
  const { definition, start } = execution
  const { name, createdAt, eventId: id } = signal
  if (!definition) return false
  const position = positionOf({ name, at: createdAt.getTime(), id })
  // Ignore the event that started the execution, and earlier ones.
  if (start && !isAfter(position, start)) return false
  const decision = decisionBy(definition, signal, now)
  if (decision) {
    // One exit event and one goal are enough, and are added even at the limit.
    if (execution.decided.has(decision)) return false
    execution.decided.add(decision)
    return true
  }
  if (execution.pending >= MOST_PENDING) return false
  return isUnderWay(execution, createdAt) || isAwaited(execution, signal, now)
}

function decisionBy(definition: Definition, signal: CausedSignal, now: Date): 'exit' | 'goal' | undefined {
  if (isExit(definition, signal, now)) return 'exit'
  return isMovingGoal(definition, { ...signal, now: now.getTime() }) ? 'goal' : undefined
}

const isExit = ({ exit }: Definition, { name, data }: CausedSignal, now: Date): boolean =>
  exit?.event === name && dataMatches(eventConditions({ event: name }), { data, now: now.getTime() })

/** The runner has not caught up with the execution, which may wait for this event by then. */
const isUnderWay = ({ status, pending, wakeAt }: ListeningExecution, at: Date): boolean =>
  status === 'RUNNING' || pending > 0 || (wakeAt !== null && wakeAt <= at)

function isAwaited(
  { definition, waitsFor, stepId, event }: RoutedExecution,
  { name, data }: CausedSignal,
  now: Date,
): boolean {
  if (waitsFor !== name) return false
  const step = definition?.steps.find(({ id }) => id === stepId)
  if (step?.type !== 'WAIT_FOR_EVENT') return false
  return isAwaitedEvent(step.config, { data, start: event, now: now.getTime() })
}
