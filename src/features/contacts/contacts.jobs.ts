import { defineJob, scheduledJob } from '../../platform/jobs/define-job.ts'
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
export const eraseLedgersJob = scheduledJob('contacts.erase-ledgers', '40 4 * * *')
export const forgetUnusedKeysJob = scheduledJob('contacts.forget-unused-keys', '*/10 * * * *')
