import type { z } from 'zod'
import type { Overview as OverviewSchema } from '../../../../src/features/dashboard/overview/overview.schema.ts'
import type { SampleData } from '../../../../src/features/dashboard/sample-data/sample-data.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { pollMs } from '../client/live.ts'
import { recordOptions } from '../client/records.ts'

export type Overview = z.infer<typeof OverviewSchema>
export type Health = Overview['health']

export const overviewQuery = (api: ProjectApi) => ({
  ...recordOptions<Overview>(api, ['/overview']),
  refetchInterval: pollMs,
})

export const addSampleData = (api: ProjectApi) => api.post<z.infer<typeof SampleData>>('/sample-data')
export const removeSampleData = (api: ProjectApi) => api.delete<undefined>('/sample-data')

export const resumeMarketing = (api: ProjectApi) => api.post<Health>('/project/health/resume')
