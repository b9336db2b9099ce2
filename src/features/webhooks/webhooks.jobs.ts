import { defineJob, scheduledJob } from '../../platform/jobs/define-job.ts'
import { ClosingFeed } from './feed/feed.schema.ts'
import { OperationPayload } from '../operations/operations.schema.ts'

/** Sends the events of a time range to an endpoint again. */
export const replayWebhooksJob = defineJob({
  name: 'webhooks.replay',
  payload: OperationPayload,
  // Ten attempts with growing pauses outlast a database outage of an hour; each resumes where the last one stopped.
  maxAttempts: 10,
})

/** Deletes expired deliveries, and those of deleted endpoints. */
export const tidyWebhooksJob = scheduledJob('webhooks.tidy', '23 * * * *')

/** Deletes the feed of a project that nobody listens to any more. */
export const closeFeedJob = defineJob({
  name: 'webhooks.close-feed',
  payload: ClosingFeed,
  maxAttempts: 10,
})
