type WorkflowEvent = { name: string; data: Record<string, unknown>; depth: number }

/** Events named workflow.* come only from executions, and carry their depth in their data. */
export function withRecordedDepth<Event extends WorkflowEvent>(event: Event): Event {
  const { name, data, depth } = event
  return name.startsWith('workflow.') ? { ...event, depth: Math.max(depth, Number(data.depth ?? 0)) } : event
}
