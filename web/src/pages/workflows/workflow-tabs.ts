// Values that addresses may hold; apart from what shows them, which is loaded with its page.
import type { ExecutionStatus } from '../../api/workflows.ts'

export const TABS = ['build', 'simulate', 'executions', 'versions'] as const
export type Tab = (typeof TABS)[number]

export const EXECUTION_STATUSES = [
  'RUNNING',
  'WAITING',
  'COMPLETED',
  'EXITED',
  'FAILED',
  'CANCELLED',
] as const satisfies readonly ExecutionStatus[]
