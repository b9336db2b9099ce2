import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { ReplayPayload } from './log/deliveries.schema.ts'

/** Sends the events of a time range to an endpoint again. */
export const replayWebhooksJob = defineJob({
  name: 'webhooks.replay',
  payload: ReplayPayload,
  // Ten tries with growing pauses outlast a database that is away for an hour; each goes on where the last stopped.
  maxAttempts: 10,
})

/** Deletes what is older than is kept, and what endpoints have left behind that are gone. */
export const tidyWebhooksJob = defineJob({ name: 'webhooks.tidy', payload: NoPayload, maxAttempts: 3 })
