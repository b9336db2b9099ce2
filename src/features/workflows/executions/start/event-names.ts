import type { Definition } from '../../definition.schema.ts'

const known = new WeakMap<Definition, readonly string[]>()

/** The events that an execution may wait for, or leave at. */
export function eventNamesOf(definition: Definition): readonly string[] {
  const before = known.get(definition)
  if (before) return before
  const waited = definition.steps.flatMap((step) =>
    step.type === 'WAIT_FOR_EVENT' ? [step.config.event] : [],
  )
  const names = [...new Set([...waited, ...(definition.exit?.event ? [definition.exit.event] : [])])]
  known.set(definition, names)
  return names
}
