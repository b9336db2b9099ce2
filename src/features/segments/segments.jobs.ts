import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { RecheckPayload } from './segments.schema.ts'

/** Judges every contact by one segment that is followed. */
export const recheckSegmentJob = defineJob({
  name: 'segments.recheck',
  payload: RecheckPayload,
  maxAttempts: 10,
})

/** Builds and drops the indexes for what segments compare by order. */
export const tendIndexesJob = defineJob({
  name: 'segments.tend-indexes',
  payload: NoPayload,
  maxAttempts: 3,
})

/** Notes how many members each segment has today. */
export const measureSegmentsJob = defineJob({ name: 'segments.measure', payload: NoPayload, maxAttempts: 3 })

/** Finds what leaves no notes: events and emails that are no longer kept, and watches that nobody uses. */
export const tendSegmentsJob = defineJob({ name: 'segments.tend', payload: NoPayload, maxAttempts: 3 })
