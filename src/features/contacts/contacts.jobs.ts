import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { ContactJobPayload } from './contacts.schema.ts'

// Ten tries with growing pauses outlast a database that is away for an hour; each goes on where the last stopped.
export const importContactsJob = defineJob({
  name: 'contacts.import',
  payload: ContactJobPayload,
  maxAttempts: 10,
})
export const bulkContactsJob = defineJob({
  name: 'contacts.bulk',
  payload: ContactJobPayload,
  maxAttempts: 10,
})
export const forgetUnusedKeysJob = defineJob({
  name: 'contacts.forget-unused-keys',
  payload: NoPayload,
  maxAttempts: 3,
})
