/** The tables whose rows are due at a time (platform/work). */
export const EXECUTIONS = 'workflow_executions'
export const SCHEDULES = 'workflow_schedules'
export const CALLS = 'workflow_calls'
