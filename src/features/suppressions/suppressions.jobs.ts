import { defineJob, scheduledJob } from '../../platform/jobs/define-job.ts'
import { OperationPayload } from '../operations/operations.schema.ts'

// Ten attempts with growing pauses outlast an hour without a database; each continues where the last one stopped.
export const importSuppressionsJob = defineJob({
  name: 'suppressions.import',
  payload: OperationPayload,
  maxAttempts: 10,
})
export const forgetEndedJob = scheduledJob('suppressions.forget-ended', '17 * * * *')
