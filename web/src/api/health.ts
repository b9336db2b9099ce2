import type { z } from 'zod'
import type { ProjectHealth } from '../../../src/features/delivery/health/health.schema.ts'
import type { ProjectApi } from './client/client.ts'

export type Health = z.infer<typeof ProjectHealth>

export const resumeMarketing = (api: ProjectApi) => api.post<Health>('/project/health/resume')
