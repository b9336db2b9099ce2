import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { WorkflowPayload, CancelPayload } from './workflows.schema.ts'

/** Deletes what a deleted workflow leaves behind: executions, history, who had entered. */
export const forgetWorkflowJob = defineJob({
  name: 'workflows.forget',
  payload: WorkflowPayload,
  maxAttempts: 10,
})

/** Cancels every execution of a workflow that is active now. */
export const cancelExecutionsJob = defineJob({
  name: 'workflows.cancel-executions',
  payload: CancelPayload,
  maxAttempts: 10,
})

/** Deletes executions that are no longer kept, and forgets events that nobody waits for any more. */
export const tidyWorkflowsJob = defineJob({ name: 'workflows.tidy', payload: NoPayload, maxAttempts: 3 })
