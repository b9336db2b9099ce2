import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ProjectHealth } from '../../../src/features/delivery/health/health.schema.ts'
import type { ProjectApi } from './client.ts'

export type Health = z.infer<typeof ProjectHealth>

export const healthQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, '/project/health'] as const,
    queryFn: ({ signal }) => api.get<Health>('/project/health', { signal }),
    refetchInterval: 30_000,
  })
