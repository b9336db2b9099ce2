import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  SavedViewCreate,
  SavedViewList,
  SavedView as SavedViewSchema,
} from '../../../../src/features/views/views.schema.ts'
import type { ViewedList } from '../../../../src/features/views/views.values.ts'
import type { ProjectApi } from '../client/client.ts'

export type SavedView = z.infer<typeof SavedViewSchema>

// The largest page of the API; a menu with more views helps nobody.
const MOST_SHOWN = 100

export const viewsQuery = (api: ProjectApi, list: ViewedList) =>
  queryOptions({
    queryKey: [api.projectId, '/views', list] as const,
    queryFn: async ({ signal }) => {
      const query = { list, limit: MOST_SHOWN, total: false }
      const { views } = await api.get<z.infer<typeof SavedViewList>>('/views', { query, signal })
      return views.toSorted((a, b) => a.name.localeCompare(b.name))
    },
  })

export const createView = (api: ProjectApi, view: z.input<typeof SavedViewCreate>) =>
  api.post<SavedView>('/views', view)

export const changeView = (api: ProjectApi, id: string, params: SavedView['params']) =>
  api.patch<SavedView>(`/views/${id}`, { params })

export const deleteView = (api: ProjectApi, id: string) => api.delete<undefined>(`/views/${id}`)
