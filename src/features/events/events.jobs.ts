import { defineJob, scheduledJob } from '../../platform/jobs/define-job.ts'
import { DeletedContacts } from './events.schema.ts'

export const dropOldEventsJob = scheduledJob('events.drop-old-months', '37 3 * * *', { maxAttempts: 10 })

export const forgetContactsJob = defineJob({
  name: 'events.forget-contacts',
  payload: DeletedContacts,
  maxAttempts: 10,
})

export const forgetUnusedNamesJob = scheduledJob('events.forget-unused-names', '*/10 * * * *')
