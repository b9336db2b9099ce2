import type { z } from 'zod'
import type {
  CapsPreview as CapsPreviewSchema,
  CapsPreviewSettings,
} from '../../../../src/features/delivery/holds/caps-preview.schema.ts'
import type {
  ProjectPatch,
  Project as ProjectSchema,
} from '../../../../src/features/projects/projects.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { recordOptions } from '../client/records.ts'

export type Project = z.infer<typeof ProjectSchema>
export type CapsPreview = z.infer<typeof CapsPreviewSchema>

export const projectQuery = (api: ProjectApi) => recordOptions<Project>(api, ['/project'])

export const changeProject = (api: ProjectApi, patch: z.input<typeof ProjectPatch>) =>
  api.patch<Project>('/project', patch)

export const previewCaps = (api: ProjectApi, settings: z.input<typeof CapsPreviewSettings>) =>
  api.post<CapsPreview>('/project/caps/preview', settings)
