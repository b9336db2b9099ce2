// Which of the active executions an event concerns: those that leave at it, those whose step waits for it, and those that
// are under way and may come to such a step in a moment.
import type { ExecutionId } from '../../../platform/ids.ts'
import type { Definition } from '../definition.schema.ts'
import { MOST_DEPTH } from '../engine/advance.ts'
import { conditionsOn, dataHolds } from '../engine/decide.ts'
import { isAfter, positionOf } from '../engine/place.ts'
import type { NewInput } from '../executions/executions.queries.ts'
import type { Listening, Signal } from './signals.queries.ts'

// What may wait for one execution that is under way. It takes all of it within a second or two; what a flood of one
// contact's events adds to that is of no use to anybody.
export const MOST_PENDING = 100

type Told = Signal & { depth: number }

export type Hearing = {
  tell(signal: Told, now: Date): void
  inputs: NewInput[]
}

type Heard = Listening & { definition: Definition | undefined; isLeaving: boolean }

/** `definitions`: of each that listens. */
export function createHearing(
  listening: readonly Listening[],
  definitions: readonly (Definition | undefined)[],
): Hearing {
  const inputs: NewInput[] = []
  // One per execution, however many names it listens to.
  const executions = new Map<ExecutionId, Heard>(
    listening.map((one, index) => [one.id, { ...one, definition: definitions[index], isLeaving: false }]),
  )
  const byPair = Map.groupBy(listening, ({ contactId, name }) => `${contactId} ${name}`)
  return {
    inputs,
    tell(signal, now) {
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

function concerns(execution: Heard, signal: Told, now: Date): boolean {
  const { definition, start } = execution
  const { name, createdAt, eventId: id } = signal
  if (!definition) return false
  const position = positionOf({ name, at: createdAt.getTime(), id })
  // The event that started it, or one before.
  if (start && !isAfter(position, start)) return false
  if (isExit(definition, signal, now)) {
    // One is enough, and finds room beside any number of others.
    if (execution.isLeaving) return false
    execution.isLeaving = true
    return true
  }
  if (execution.pending >= MOST_PENDING) return false
  return isUnderWay(execution, createdAt) || isAwaited(execution, signal, now)
}

const isExit = ({ exit }: Definition, { name, data }: Told, now: Date): boolean =>
  exit?.event === name && dataHolds(conditionsOn({ event: name }), { data, now: now.getTime() })

/** It may stand at a wait for this event by the time it is looked at: the runner has not caught up with it. */
const isUnderWay = ({ status, pending, wakeAt }: Listening, at: Date): boolean =>
  status === 'RUNNING' || pending > 0 || (wakeAt !== null && wakeAt <= at)

function isAwaited({ definition, waitsFor, stepId }: Heard, { name, data }: Told, now: Date): boolean {
  if (waitsFor !== name) return false
  const step = definition?.steps.find(({ id }) => id === stepId)
  if (step?.type !== 'WAIT_FOR_EVENT') return false
  return dataHolds(conditionsOn(step.config), { data, now: now.getTime() })
}
