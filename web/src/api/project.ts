import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  ProjectPatch,
  Project as ProjectSchema,
} from '../../../src/features/projects/projects.schema.ts'
import type { ProjectApi } from './client/client.ts'

export type Project = z.infer<typeof ProjectSchema>

export const projectQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, '/project'] as const,
    queryFn: ({ signal }) => api.get<Project>('/project', { signal }),
  })

export const changeProject = (api: ProjectApi, patch: z.input<typeof ProjectPatch>) =>
  api.patch<Project>('/project', patch)
