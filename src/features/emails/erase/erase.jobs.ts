import { defineJob } from '../../../platform/jobs/define-job.ts'
import { DeletedContacts } from '../../events/events.schema.ts'

export const eraseEmailsJob = defineJob({
  name: 'delivery.erase-emails',
  payload: DeletedContacts,
  maxAttempts: 25,
})
