import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  SuppressionList,
  Suppression as SuppressionSchema,
} from '../../../../src/features/suppressions/suppressions.schema.ts'
import type { ContactSort } from '../../../../src/platform/record-sorts.values.ts'
import type { StartedOperation } from '../../../../src/features/operations/operations.schema.ts'
import { call } from '../client/client.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'

export type Suppression = z.infer<typeof SuppressionSchema>
export type SuppressionReason = Suppression['reason']

type Filter = {
  search?: string | undefined
  reason?: SuppressionReason | undefined
  sort?: ContactSort | undefined
}

export const suppressionListQuery = (api: ProjectApi, filter: Filter = {}) =>
  listOptions<z.infer<typeof SuppressionList>>(api, '/suppressions', filter)

/** The suppression of one address that is in force; null if there is none. */
export const suppressionOfQuery = (api: ProjectApi, email: string) =>
  queryOptions({
    queryKey: [api.projectId, '/suppressions', 'of', email] as const,
    queryFn: async ({ signal }): Promise<Suppression | null> => {
      const query = { search: email, limit: 100, total: false }
      const found = await api.get<z.infer<typeof SuppressionList>>('/suppressions', { query, signal })
      return found.suppressions.find((one) => one.email === email && isInForce(one)) ?? null
    },
  })

const isInForce = ({ expiresAt }: Suppression): boolean =>
  expiresAt === null || Date.parse(expiresAt) > Date.now()

export const suppress = (api: ProjectApi, email: string) =>
  api.post<Suppression>('/suppressions', { email, reason: 'manual' })

/** `reason` applies to rows without one. */
export function importSuppressions(
  { projectId }: ProjectApi,
  file: Blob,
  reason: SuppressionReason,
): Promise<z.infer<typeof StartedOperation>> {
  const form = new FormData()
  form.set('reason', reason)
  form.set('file', new Blob([file], { type: 'text/csv' }), 'suppressions.csv')
  return call('/suppressions/import', { method: 'POST', projectId, body: form })
}

export const removeSuppression = (api: ProjectApi, id: string) => api.delete<undefined>(`/suppressions/${id}`)
