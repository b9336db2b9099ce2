import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  FormContact,
  FormContactList,
  FormCreate,
  FormList,
  FormPatch,
  FormPreview,
  Form as FormSchema,
  FormSnippet,
} from '../../../../src/features/forms/forms.schema.ts'
import type { FormStatistics as FormStatisticsSchema } from '../../../../src/features/forms/statistics/form-statistics.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Form = z.infer<typeof FormSchema>
export type FormStatistics = z.infer<typeof FormStatisticsSchema>
export type SignedUp = z.infer<typeof FormContact>
export type FormBody = z.input<typeof FormCreate>

export const formListQuery = (api: ProjectApi) => listOptions<z.infer<typeof FormList>>(api, '/forms')

export const formQuery = (api: ProjectApi, formId: string) => recordOptions<Form>(api, ['/forms', formId])

export const snippetQuery = (api: ProjectApi, formId: string) =>
  recordOptions<z.infer<typeof FormSnippet>>(api, ['/forms', formId, 'snippet'])

export const signedUpQuery = (api: ProjectApi, formId: string, search?: string) =>
  listOptions<z.infer<typeof FormContactList>>(api, `/forms/${formId}/contacts`, { search })

export const formStatisticsQuery = (api: ProjectApi, formId: string, days: number) =>
  queryOptions({
    queryKey: [api.projectId, '/forms', formId, 'statistics', days] as const,
    queryFn: ({ signal }) =>
      api.get<FormStatistics>(`/forms/${formId}/statistics`, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  })

export const formPreviewQuery = (api: ProjectApi, form: FormBody) =>
  queryOptions({
    queryKey: [api.projectId, 'form-preview', form] as const,
    queryFn: ({ signal }) => api.post<z.infer<typeof FormPreview>>('/forms/preview', form, { signal }),
    staleTime: Infinity,
    // Old ones are not used again.
    gcTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const createForm = (api: ProjectApi, form: FormBody) => api.post<Form>('/forms', form)

export const changeForm = (api: ProjectApi, id: string, patch: z.input<typeof FormPatch>) =>
  api.patch<Form>(`/forms/${id}`, patch)

export const deleteForm = (api: ProjectApi, id: string) => api.delete<undefined>(`/forms/${id}`)
