import type { Deps } from '../../platform/deps.ts'
import type { OperationId, ProjectId, WorkflowId } from '../../platform/ids.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import { runOperation } from '../operations/index.ts'
import { forgetWorkflow, tidyWorkflows } from './executions/retention.service.ts'
import { cancelAll } from './executions/execution-actions.service.ts'
import { cancelExecutionsJob, forgetWorkflowJob, tidyWorkflowsJob } from './workflows.jobs.ts'

export function workflowHandlers(deps: Deps): BoundHandler[] {
  const { database, clock, config } = deps
  const refOf = ({ projectId, workflowId }: { projectId: string; workflowId: string }) => ({
    projectId: projectId as ProjectId,
    workflowId: workflowId as WorkflowId,
  })
  return [
    handle(forgetWorkflowJob, async (payload, { signal }) =>
      (await forgetWorkflow(database.db, { ...refOf(payload), signal })) ? done : snooze(0),
    ),
    handle(cancelExecutionsJob, (payload, context) => {
      const ref = { ...refOf(payload), operationId: payload.operationId as OperationId }
      const { signal } = context
      const work = () => cancelAll(database.db, { ...ref, signal, now: () => clock.now() })
      return runOperation(deps, { ...ref, context, work })
    }),
    handle(
      tidyWorkflowsJob,
      async (_payload, { signal }) => {
        const kept = { keptDays: config.WORKFLOW_RETENTION_DAYS, now: clock.now(), signal }
        return (await tidyWorkflows(database.db, kept)) ? done : snooze(0)
      },
      { cron: '11 4 * * *' },
    ),
  ]
}
