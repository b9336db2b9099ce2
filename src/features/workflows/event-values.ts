import type { StartEvent } from './engine/execution.ts'

/** What templates find of the event that started the execution: its keys by themselves, and all of it as `event`. */
export const eventValues = (event: StartEvent | null): Record<string, unknown> =>
  event ? { ...event.data, event: { name: event.name, data: event.data, ...event.data } } : {}
