import type { Definition } from '../../definition.schema.ts'

const known = new WeakMap<Definition, readonly string[]>()

/** Names of the events that an execution may wait for, or exit at. */
export function awaitedEventNames(definition: Definition): readonly string[] {
  const before = known.get(definition)
  if (before) return before
  const awaited = definition.steps.flatMap((step) =>
    step.type === 'WAIT_FOR_EVENT' ? [step.config.event] : [],
  )
  const names = [...new Set([...awaited, ...(definition.exit?.event ? [definition.exit.event] : [])])]
  known.set(definition, names)
  return names
}
