import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { DeletedContacts } from './events.schema.ts'

export const dropOldEventsJob = defineJob({
  name: 'events.drop-old-months',
  payload: NoPayload,
  maxAttempts: 10,
})

export const forgetContactsJob = defineJob({
  name: 'events.forget-contacts',
  payload: DeletedContacts,
  maxAttempts: 10,
})

export const forgetUnusedNamesJob = defineJob({
  name: 'events.forget-unused-names',
  payload: NoPayload,
  maxAttempts: 3,
})
