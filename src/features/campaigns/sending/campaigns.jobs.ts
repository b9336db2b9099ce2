import { defineJob, scheduledJob } from '../../../platform/jobs/define-job.ts'
import { CampaignPayload } from '../campaigns.schema.ts'

/** Runs the next steps of a campaign: starts it, selects its recipients, creates their emails, finishes it. */
export const advanceCampaignJob = defineJob({
  name: 'campaigns.advance',
  payload: CampaignPayload,
  // After that, findCampaignsJob enqueues it again while the campaign is being sent.
  maxAttempts: 10,
})

/** Enqueues campaigns whose job was lost. */
export const findCampaignsJob = scheduledJob('campaigns.find', '* * * * *', { maxAttempts: 1 })
