// Which of the active executions an event concerns: those that leave at it, those whose step waits for it, and those that
// are under way and may come to such a step in a moment.
import type { ExecutionId } from '../../../platform/ids.ts'
import type { Definition } from '../definition.schema.ts'
import { MOST_DEPTH } from '../engine/advance.ts'
import { conditionsOn, dataHolds } from '../engine/decide.ts'
import type { NewInput } from '../executions/executions.queries.ts'
import type { Listening, Signal } from './signals.queries.ts'

// What may wait for one execution that is under way. It takes all of it within a second or two; what a flood of one
// contact's events adds to that is of no use to anybody.
export const MOST_PENDING = 100

type Told = Signal & { depth: number }
type Context = { started: ReadonlyMap<ExecutionId, number>; now: Date }

export type Hearing = {
  /** In the order in which they happened. */
  tell(signal: Told, context: Context): void
  inputs: NewInput[]
}

/** `definitions`: of each that listens. */
export function createHearing(
  listening: readonly Listening[],
  definitions: readonly (Definition | undefined)[],
): Hearing {
  const inputs: NewInput[] = []
  // One per execution, however many names it listens to.
  const executions = new Map(
    listening.map((one, index) => [one.id, { ...one, definition: definitions[index] }]),
  )
  const byPair = Map.groupBy(listening, ({ contactId, name }) => `${contactId} ${name}`)
  return {
    inputs,
    tell(signal, { started, now }) {
      const { name, contactId, data, createdAt, depth } = signal
      if (depth > MOST_DEPTH) return
      for (const { id } of byPair.get(`${contactId} ${name}`) ?? []) {
        const execution = executions.get(id)
        const definition = execution?.definition
        if (!definition || execution.pending >= MOST_PENDING) continue
        // It was started by this event, or by a later one.
        if ((started.get(id) ?? -1) >= signal.id) continue
        if (!concerns({ execution, definition, name, data, now })) continue
        const input = { type: 'event' as const, name, data, at: createdAt.getTime(), depth }
        inputs.push({ executionId: id, input })
        execution.pending += 1
        if (execution.waitsFor === name) execution.waitsFor = null
      }
    },
  }
}

type Concern = { execution: Listening; definition: Definition; name: string; data: unknown; now: Date }

function concerns({ execution, definition, name, data, now }: Concern): boolean {
  if (definition.exit?.event === name || execution.status === 'RUNNING') return true
  if (execution.waitsFor !== name) return false
  const step = definition.steps.find(({ id }) => id === execution.stepId)
  if (step?.type !== 'WAIT_FOR_EVENT') return false
  return dataHolds(conditionsOn(step.config), { data, now: now.getTime() })
}
