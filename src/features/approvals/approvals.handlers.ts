import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { deleteApprovalsJob } from './approvals.jobs.ts'
import { deleteOldApprovals } from './approvals.queries.ts'

// Their arguments can name people, and the audit log says for longer who decided.
const KEPT_MS = 30 * 24 * 60 * 60_000

export function approvalHandlers({ database, clock }: Deps): BoundHandler[] {
  return [
    handle(deleteApprovalsJob, () =>
      deleteOldApprovals(database.db, { before: new Date(clock.now().getTime() - KEPT_MS) }),
    ),
  ]
}
