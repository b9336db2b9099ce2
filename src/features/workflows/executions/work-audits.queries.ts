import { sql } from 'kysely'
import type { WorkAudit } from '../../../platform/work/work-audit.ts'
import { CALLS, EXECUTIONS, SCHEDULES } from './work-tables.ts'

/** Uses indexes that are normally empty (migrations/0047), except for schedules, of which there are few. */
export const workflowAudits: readonly WorkAudit[] = [
  {
    name: 'workflow executions',
    table: EXECUTIONS,
    // An execution that waits only for an event or an answer has no due time, and sleeps until there is input.
    isStalled: sql<boolean>`w.due_at is null and w.completed_at is null and (w.pending > 0 or w.wake_at is not null)`,
  },
  // A finished call is deleted.
  { name: 'workflow webhooks', table: CALLS, isStalled: sql<boolean>`w.due_at is null` },
  {
    name: 'workflow schedules',
    table: SCHEDULES,
    // In the middle of a run.
    isStalled: sql<boolean>`w.due_at is null and w.position is not null`,
  },
]
