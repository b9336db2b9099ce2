import type { z } from 'zod'
import type {
  SuppressionList,
  Suppression as SuppressionSchema,
} from '../../../src/features/suppressions/suppressions.schema.ts'
import type { ProjectApi } from './client.ts'
import { listOptions } from './lists.ts'

export type Suppression = z.infer<typeof SuppressionSchema>
export type SuppressionReason = Suppression['reason']

type Filter = { search?: string | undefined; reason?: SuppressionReason | undefined }

export const suppressionListQuery = (api: ProjectApi, filter: Filter = {}) =>
  listOptions<z.infer<typeof SuppressionList>>(api, '/suppressions', filter)

export const suppress = (api: ProjectApi, email: string) =>
  api.post<Suppression>('/suppressions', { email, reason: 'manual' })

export const removeSuppression = (api: ProjectApi, id: string) => api.delete<undefined>(`/suppressions/${id}`)
