import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { OperationPayload } from '../operations/operations.schema.ts'

// Ten attempts with growing pauses outlast an hour without a database; each continues where the last one stopped.
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
