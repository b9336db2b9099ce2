import { defineJob } from '../../../platform/jobs/define-job.ts'
import { NoPayload } from '../../../platform/jobs/payload.schema.ts'
import { CampaignPayload } from '../campaigns.schema.ts'

/** Takes a campaign its next steps on: starts it, fixes its recipients, makes emails of them, ends it. */
export const advanceCampaignJob = defineJob({
  name: 'campaigns.advance',
  payload: CampaignPayload,
  // Then the look of every minute puts it into the queue again, as long as the campaign is under way.
  maxAttempts: 10,
})

/** Finds campaigns that have something to do, should their job be gone. */
export const findCampaignsJob = defineJob({ name: 'campaigns.find', payload: NoPayload, maxAttempts: 1 })
