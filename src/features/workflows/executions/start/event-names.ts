import type { Definition } from '../../definition.schema.ts'

/** Names of the events that end or move an execution at any step. */
export const decisiveEvents = ({ exit, goal }: Definition): string[] => [
  ...(exit?.event ? [exit.event] : []),
  ...(goal && goal.whenReached !== 'continue' ? [goal.event] : []),
]

const known = new WeakMap<Definition, readonly string[]>()

/** Names of the events that an execution may wait for, exit at, or move at. */
export function awaitedEventNames(definition: Definition): readonly string[] {
  const before = known.get(definition)
  if (before) return before
  const awaited = definition.steps.flatMap((step) =>
    step.type === 'WAIT_FOR_EVENT' ? [step.config.event] : [],
  )
  const names = [...new Set([...awaited, ...decisiveEvents(definition)])]
  known.set(definition, names)
  return names
}
