import { defineJob } from '../../platform/jobs/define-job.ts'
import { ForgottenTopic, ProjectPayload, TopicPayload } from './topics.schema.ts'

/** Handled by `contacts`, which owns the choices. */
export const forgetTopicJob = defineJob({
  name: 'topics.forget-choices',
  payload: ForgottenTopic,
  maxAttempts: 10,
})

/** Handled by `segments`: who is in the topic has changed for many contacts at once. */
export const recheckTopicJob = defineJob({
  name: 'topics.recheck-segments',
  payload: TopicPayload,
  maxAttempts: 10,
})

/** Handled by `delivery`: email that the cap of a topic holds is judged again. */
export const topicCapJob = defineJob({
  name: 'topics.release-held',
  payload: ProjectPayload,
  maxAttempts: 10,
})
