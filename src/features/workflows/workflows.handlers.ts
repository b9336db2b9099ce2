import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import { runOperation } from '../operations/index.ts'
import { forgetWorkflow, tidyWorkflows } from './executions/retention.service.ts'
import { cancelAll } from './executions/execution-actions.service.ts'
import { cancelExecutionsJob, forgetWorkflowJob, tidyWorkflowsJob } from './workflows.jobs.ts'

export function workflowHandlers(deps: Deps): BoundHandler[] {
  const { database, clock, config } = deps
  return [
    handle(forgetWorkflowJob, async (ref, { signal }) =>
      (await forgetWorkflow(database.db, { ...ref, signal })) ? done : snooze(0),
    ),
    handle(cancelExecutionsJob, (ref, context) => {
      const { signal } = context
      const work = () => cancelAll(database.db, { ...ref, signal, now: () => clock.now() })
      return runOperation(deps, { ...ref, context, work })
    }),
    handle(tidyWorkflowsJob, async (_payload, { signal }) => {
      const kept = { keptDays: config.WORKFLOW_RETENTION_DAYS, now: clock.now(), signal }
      return (await tidyWorkflows(database.db, kept)) ? done : snooze(0)
    }),
  ]
}
