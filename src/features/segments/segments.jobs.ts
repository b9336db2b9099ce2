import { defineJob, scheduledJob } from '../../platform/jobs/define-job.ts'
import { RecheckPayload } from './segments.schema.ts'

/** Evaluates every contact for one tracked segment. */
export const recheckSegmentJob = defineJob({
  name: 'segments.recheck',
  payload: RecheckPayload,
  maxAttempts: 10,
})

/** Builds and drops the indexes for range conditions of segments. */
export const maintainIndexesJob = scheduledJob('segments.tend-indexes', '*/10 * * * *')

/**
 * Records the number of members of each segment per day. Each hour, so that the last number of a day is at most an hour
 * old, and a short outage leaves no gap.
 */
export const measureSegmentsJob = scheduledJob('segments.measure', '47 * * * *')

/**
 * Handles changes without notes: events and emails past their retention, and unused watches. An hour after old events and
 * emails are dropped.
 */
export const maintainWatchesJob = scheduledJob('segments.tend', '41 4 * * *')
