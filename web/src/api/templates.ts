import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  RenderedTemplate,
  TemplateList,
  Template as TemplateSchema,
} from '../../../src/features/templates/templates.schema.ts'
import type { ProjectApi } from './client.ts'
import { listOptions } from './lists.ts'

export type Template = z.infer<typeof TemplateSchema>
export type TemplateFilter = { search?: string | undefined; type?: Template['type'] | undefined }

export const templateListQuery = (api: ProjectApi, filter: TemplateFilter = {}) =>
  listOptions<z.infer<typeof TemplateList>>(api, '/templates', filter)

export const templateQuery = (api: ProjectApi, templateId: string) =>
  queryOptions({
    queryKey: [api.projectId, '/templates', templateId] as const,
    queryFn: ({ signal }) => api.get<Template>(`/templates/${templateId}`, { signal }),
  })

/** As it would be sent to somebody about whom nothing is known. */
export const renderedTemplateQuery = (api: ProjectApi, { id, version }: Pick<Template, 'id' | 'version'>) =>
  queryOptions({
    queryKey: [api.projectId, '/templates', id, 'render', version] as const,
    queryFn: () => api.post<z.infer<typeof RenderedTemplate>>(`/templates/${id}/render`, { data: {} }),
    staleTime: Infinity,
  })
