type WorkflowEvent = { name: string; data: Record<string, unknown>; depth: number }

/** The events of executions themselves tell how many stand in a row, and only they have such a name. */
export function withOwnDepth<Event extends WorkflowEvent>(event: Event): Event {
  const { name, data, depth } = event
  return name.startsWith('workflow.') ? { ...event, depth: Math.max(depth, Number(data.depth ?? 0)) } : event
}
