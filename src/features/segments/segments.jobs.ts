import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { RecheckPayload } from './segments.schema.ts'

/** Evaluates every contact for one tracked segment. */
export const recheckSegmentJob = defineJob({
  name: 'segments.recheck',
  payload: RecheckPayload,
  maxAttempts: 10,
})

/** Builds and drops the indexes for range conditions of segments. */
export const maintainIndexesJob = defineJob({
  name: 'segments.tend-indexes',
  payload: NoPayload,
  maxAttempts: 3,
})

/** Records the number of members of each segment per day. */
export const measureSegmentsJob = defineJob({ name: 'segments.measure', payload: NoPayload, maxAttempts: 3 })

/** Handles changes without notes: events and emails past their retention, and unused watches. */
export const maintainWatchesJob = defineJob({ name: 'segments.tend', payload: NoPayload, maxAttempts: 3 })
