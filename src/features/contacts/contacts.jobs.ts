import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { OperationPayload } from '../operations/operations.schema.ts'

// Ten tries with growing pauses outlast a database that is away for an hour; each goes on where the last stopped.
export const importContactsJob = defineJob({
  name: 'contacts.import',
  payload: OperationPayload,
  maxAttempts: 10,
})
export const bulkContactsJob = defineJob({
  name: 'contacts.bulk',
  payload: OperationPayload,
  maxAttempts: 10,
})
export const forgetUnusedKeysJob = defineJob({
  name: 'contacts.forget-unused-keys',
  payload: NoPayload,
  maxAttempts: 3,
})
