import { sql } from 'kysely'
import type { WorkAudit } from '../../platform/work/work-audit.ts'
import { EXECUTIONS } from './executions/executions.queries.ts'
import { SCHEDULES } from './triggers/schedule.queries.ts'
import { CALLS } from './webhooks/calls.queries.ts'

/** Answered by indexes that are empty while all is well (migrations/0047), except for schedules, of which there are few. */
export const workflowAudits: readonly WorkAudit[] = [
  {
    name: 'workflow executions',
    table: EXECUTIONS,
    // One that waits for an event or an answer alone has no time of its own, and sleeps until there is input.
    isForgotten: sql<boolean>`w.due_at is null and w.completed_at is null and (w.pending > 0 or w.wake_at is not null)`,
  },
  // A call is deleted when it is over.
  { name: 'workflow webhooks', table: CALLS, isForgotten: sql<boolean>`w.due_at is null` },
  {
    name: 'workflow schedules',
    table: SCHEDULES,
    // In the middle of a run.
    isForgotten: sql<boolean>`w.due_at is null and w.position is not null`,
  },
]
