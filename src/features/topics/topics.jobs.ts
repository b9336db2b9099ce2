import { defineJob } from '../../platform/jobs/define-job.ts'
import { DeletedTopic } from './topics.schema.ts'

/** Handled by `contacts`, which owns the choices. */
export const forgetTopicJob = defineJob({
  name: 'topics.forget-choices',
  payload: DeletedTopic,
  maxAttempts: 10,
})
