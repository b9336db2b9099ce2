import { defineJob } from '../../../platform/jobs/define-job.ts'
import { BrandPayload } from './brand.schema.ts'

/** Generates the templates made of blocks again, after a change of the brand kit. */
export const refreshBrandJob = defineJob({
  name: 'templates.refresh-brand',
  payload: BrandPayload,
  maxAttempts: 10,
})
