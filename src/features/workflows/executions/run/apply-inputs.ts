// Takes one execution as far as it can go, with all that has happened to it. The engine decides; this keeps the order.
import type { Definition } from '../../definition.schema.ts'
import { advance } from '../../engine/advance.ts'
import { factsAfter } from '../../engine/effects.ts'
import type { Effect, ExecutionState, Facts, HistoryEntry, Input } from '../../engine/execution.ts'
import { toState } from '../execution-row.ts'
import type { ExecutionRow } from '../execution-row.ts'

export type Taken = { state: ExecutionState; effects: Effect[]; entries: HistoryEntry[] }

type Given = {
  row: ExecutionRow
  /** Absent when the workflow or the contact is gone: then it can only be cancelled. */
  definition: Definition | undefined
  facts: Facts | undefined
  inputs: readonly Input[]
  now: Date
}

const NOTHING = { steps: [] } as unknown as Definition

/**
 * An event that came while the execution was under way is taken after what was under way: an execution that was just
 * started comes to its first wait before it hears of what happened since.
 */
export function takeOn({ row, definition = NOTHING, facts, inputs, now }: Given): Taken {
  let state = toState(row)
  let known = facts
  const effects: Effect[] = []
  const entries = new Map<number, HistoryEntry>()
  const take = (input: Input) => {
    const at = now.getTime()
    const made = advance(definition, state, { now: at, input, facts: known as Facts })
    state = made.state
    effects.push(...made.effects)
    for (const entry of made.entries) entries.set(entry.visit, entry)
    for (const effect of made.effects) if (known) known = factsAfter(effect, { facts: known, now: at })
  }
  for (const input of inputs) {
    if (state.status === 'RUNNING' && input.type !== 'cancel') take({ type: 'time' })
    take(input)
  }
  take({ type: 'time' })
  return { state, effects, entries: [...entries.values()] }
}
