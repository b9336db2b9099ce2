// Advances one execution through all of its inputs, in their order, as far as it can go.
import type { Definition } from '../../definition.schema.ts'
import { advance } from '../../engine/advance.ts'
import { factsAfter } from '../../engine/effects.ts'
import type { Advance, Effect, Facts, HistoryEntry, Input } from '../../engine/execution.ts'
import { toState } from '../execution-row.ts'
import type { ExecutionRow } from '../execution-row.ts'

type ExecutionWithInputs = {
  row: ExecutionRow
  /** Undefined, like the facts, if the workflow or the contact was deleted: then the only input is a cancellation. */
  definition: Definition | undefined
  facts: Facts | undefined
  inputs: readonly Input[]
  now: Date
}

const NO_DEFINITION = { steps: [] } as unknown as Definition

/**
 * A running execution first runs as far as it can: a new one reaches its first wait before the events that happened since
 * apply.
 */
export function applyInputs({
  row,
  definition = NO_DEFINITION,
  facts,
  inputs,
  now,
}: ExecutionWithInputs): Advance {
  let state = toState(row)
  let known = facts
  const effects: Effect[] = []
  const entries = new Map<number, HistoryEntry>()
  const apply = (input: Input) => {
    const at = now.getTime()
    const result = advance(definition, state, { now: at, input, facts: known as Facts })
    state = result.state
    effects.push(...result.effects)
    for (const entry of result.entries) entries.set(entry.visit, entry)
    for (const effect of result.effects) if (known) known = factsAfter(effect, { facts: known, now: at })
  }
  for (const input of inputs) {
    if (state.status === 'RUNNING' && input.type !== 'cancel') apply({ type: 'time' })
    apply(input)
  }
  apply({ type: 'time' })
  return { state, effects, entries: [...entries.values()] }
}
