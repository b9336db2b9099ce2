import type { z } from 'zod'
import type {
  KeyCreate,
  KeyList,
  Key as KeySchema,
  NewKey,
  RotatedKey,
} from '../../../../src/features/projects/keys.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import type { NameListFilter } from '../client/lists.ts'

export type Key = z.infer<typeof KeySchema>

export const keyListQuery = (api: ProjectApi, filter: NameListFilter = {}) =>
  listOptions<z.infer<typeof KeyList>>(api, '/keys', filter)

export const createKey = (api: ProjectApi, key: z.input<typeof KeyCreate>) =>
  api.post<z.infer<typeof NewKey>>('/keys', key)

export const rotateKey = (api: ProjectApi, id: string, graceSeconds: number) =>
  api.post<z.infer<typeof RotatedKey>>(`/keys/${id}/rotate`, { graceSeconds })

export const revokeKey = (api: ProjectApi, id: string) => api.delete<undefined>(`/keys/${id}`)
