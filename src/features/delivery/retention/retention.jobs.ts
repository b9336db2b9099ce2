import { defineJob } from '../../../platform/jobs/define-job.ts'
import { NoPayload } from '../../../platform/jobs/payload.schema.ts'

export const dropOldEmailsJob = defineJob({
  name: 'delivery.drop-old-emails',
  payload: NoPayload,
  maxAttempts: 10,
})

export const eraseOldContentsJob = defineJob({
  name: 'delivery.erase-old-contents',
  payload: NoPayload,
  maxAttempts: 10,
})

export const foldTalliesJob = defineJob({
  name: 'delivery.fold-tallies',
  payload: NoPayload,
  maxAttempts: 3,
})
