import { defineJob, scheduledJob } from '../../platform/jobs/define-job.ts'
import { WorkflowPayload, CancelPayload } from './workflows.schema.ts'

/** Deletes the rows of a deleted workflow: executions, history and entries. */
export const forgetWorkflowJob = defineJob({
  name: 'workflows.forget',
  payload: WorkflowPayload,
  maxAttempts: 10,
})

/** Cancels every active execution of a workflow. */
export const cancelExecutionsJob = defineJob({
  name: 'workflows.cancel-executions',
  payload: CancelPayload,
  maxAttempts: 10,
})

/** Deletes executions past their retention, and stops listening to events that no execution waits for. */
export const tidyWorkflowsJob = scheduledJob('workflows.tidy', '11 4 * * *')
