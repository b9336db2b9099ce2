import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { SendAnswer } from '../../../src/features/send/send.schema.ts'
import type {
  DraftRender,
  RenderedDraft as RenderedDraftSchema,
  RenderedTemplate,
  TemplateCreate,
  TemplateList,
  TemplatePatch,
  Template as TemplateSchema,
  TemplateVersionList,
  TemplateVersion as TemplateVersionSchema,
} from '../../../src/features/templates/templates.schema.ts'
import type { ProjectApi } from './client/client.ts'
import { listOptions } from './client/lists.ts'
import { recordOptions } from './client/records.ts'

export type Template = z.infer<typeof TemplateSchema>
export type TemplateVersion = z.infer<typeof TemplateVersionSchema>
export type RenderedDraft = z.infer<typeof RenderedDraftSchema>
export type Draft = z.input<typeof DraftRender>
type TemplateFilter = { search?: string | undefined; type?: Template['type'] | undefined }

export const templateListQuery = (api: ProjectApi, filter: TemplateFilter = {}) =>
  listOptions<z.infer<typeof TemplateList>>(api, '/templates', filter)

export const templateQuery = (api: ProjectApi, templateId: string) =>
  recordOptions<Template>(api, ['/templates', templateId])

/** The template rendered without contact data. */
export const renderedTemplateQuery = (api: ProjectApi, { id, version }: Pick<Template, 'id' | 'version'>) =>
  queryOptions({
    queryKey: [api.projectId, '/templates', id, 'render', version] as const,
    // The list renders a page of templates at once; leaving it cancels the requests.
    queryFn: ({ signal }) =>
      api.post<z.infer<typeof RenderedTemplate>>(`/templates/${id}/render`, { data: {} }, { signal }),
    staleTime: Infinity,
  })

/** The draft, rendered by the code that sends it. */
export const renderedDraftQuery = (api: ProjectApi, draft: Draft) =>
  queryOptions({
    queryKey: [api.projectId, 'template-draft', draft] as const,
    queryFn: ({ signal }) => api.post<RenderedDraft>('/templates/render', draft, { signal }),
    staleTime: Infinity,
    // The key is a text of up to a megabyte, and old ones are not used again.
    gcTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const versionListQuery = (api: ProjectApi, id: string) =>
  listOptions<z.infer<typeof TemplateVersionList>>(api, `/templates/${id}/versions`)

export const versionQuery = (api: ProjectApi, id: string, version: number) => ({
  ...recordOptions<TemplateVersion>(api, ['/templates', id, 'versions', String(version)]),
  staleTime: Infinity,
})

export const createTemplate = (api: ProjectApi, template: z.input<typeof TemplateCreate>) =>
  api.post<Template>('/templates', template)

export const saveTemplate = (api: ProjectApi, id: string, patch: z.input<typeof TemplatePatch>) =>
  api.patch<Template>(`/templates/${id}`, patch)

export const duplicateTemplate = (api: ProjectApi, id: string) =>
  api.post<Template>(`/templates/${id}/duplicate`)

export const deleteTemplate = (api: ProjectApi, id: string) => api.delete<undefined>(`/templates/${id}`)

type TestEmail = { to: string; template: string; data: Record<string, unknown>; from?: string }

type SentEmail = z.infer<typeof SendAnswer>['data']['emails'][number]

export async function sendTemplate(api: ProjectApi, email: TestEmail): Promise<SentEmail | undefined> {
  const { data } = await api.post<z.infer<typeof SendAnswer>>('/v1/send', email)
  return data.emails[0]
}
