import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { OperationPayload } from '../operations/operations.schema.ts'

// Ten tries with growing pauses outlast a database that is away for an hour; each goes on where the last stopped.
export const importSuppressionsJob = defineJob({
  name: 'suppressions.import',
  payload: OperationPayload,
  maxAttempts: 10,
})
export const forgetEndedJob = defineJob({
  name: 'suppressions.forget-ended',
  payload: NoPayload,
  maxAttempts: 3,
})
