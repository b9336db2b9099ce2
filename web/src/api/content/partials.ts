import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  EmailPartial,
  EmailPartialCreate,
  EmailPartialList,
  EmailPartialPatch,
  EmailPartialVersion,
  EmailPartialVersionList,
  RenderedEmailPartial,
} from '../../../../src/features/templates/partials/partials.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'
import { renderedDraftQuery } from './templates.ts'
import type { Draft, RenderedDraft } from './templates.ts'

export type Partial = z.infer<typeof EmailPartial>
type PartialVersion = z.infer<typeof EmailPartialVersion>

export const partialListQuery = (api: ProjectApi) =>
  listOptions<z.infer<typeof EmailPartialList>>(api, '/partials')

// As many as a project can have, and the largest page of the API.
const MOST_PARTIALS = 100

/** The keys of all partials. */
export const partialKeysQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, '/partials', 'keys'] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_PARTIALS, total: false }
      const { partials } = await api.get<z.infer<typeof EmailPartialList>>('/partials', { query, signal })
      return partials.map(({ key }) => key)
    },
    staleTime: 30_000,
  })

export const partialQuery = (api: ProjectApi, id: string) => recordOptions<Partial>(api, ['/partials', id])

export const partialVersionListQuery = (api: ProjectApi, id: string) =>
  listOptions<z.infer<typeof EmailPartialVersionList>>(api, `/partials/${id}/versions`)

export const partialVersionQuery = (api: ProjectApi, id: string, version: number) => ({
  ...recordOptions<PartialVersion>(api, ['/partials', id, 'versions', String(version)]),
  staleTime: Infinity,
})

/** The draft of a partial with this key, rendered alone. */
export const renderedPartialQuery =
  (key: string): typeof renderedDraftQuery =>
  (api, draft: Draft) => ({
    ...renderedDraftQuery(api, draft),
    queryFn: async ({ signal }): Promise<RenderedDraft> => {
      const { subject, body = '', data, contactId } = draft
      const request = { key, body, data, ...(contactId !== undefined && { contactId }) }
      const rendered = await api.post<z.infer<typeof RenderedEmailPartial>>('/partials/render', request, {
        signal,
      })
      // The emails that include it decide what they require.
      return { ...rendered, subject, body, required: [] }
    },
  })

export const createPartial = (api: ProjectApi, partial: z.input<typeof EmailPartialCreate>) =>
  api.post<Partial>('/partials', partial)

export const savePartial = (api: ProjectApi, id: string, patch: z.input<typeof EmailPartialPatch>) =>
  api.patch<Partial>(`/partials/${id}`, patch)

export const deletePartial = (api: ProjectApi, id: string) => api.delete<undefined>(`/partials/${id}`)
