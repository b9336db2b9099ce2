import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { TemplateTest, TemplateTested } from '../../../../src/features/send/template-test.schema.ts'
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
} from '../../../../src/features/templates/templates.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import type { RecordListFilter } from '../client/lists.ts'
import { createTurns } from '../client/turns.ts'
import { recordOptions } from '../client/records.ts'

export type Template = z.infer<typeof TemplateSchema>
export type TemplateVersion = z.infer<typeof TemplateVersionSchema>
export type RenderedDraft = z.infer<typeof RenderedDraftSchema>
export type Draft = z.input<typeof DraftRender>
type TemplateFilter = RecordListFilter & { type?: Template['type'] | undefined }

export const templateListQuery = (api: ProjectApi, filter: TemplateFilter = {}) =>
  listOptions<z.infer<typeof TemplateList>>(api, '/templates', filter)

export const templateQuery = (api: ProjectApi, templateId: string) =>
  recordOptions<Template>(api, ['/templates', templateId])

/** A query that renders an email for a picture of it. */
export type PictureQuery = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<{ html: string }>
  staleTime: number
}

/** The template rendered without contact data. */
export const renderedTemplateQuery = (
  api: ProjectApi,
  { id, version }: Pick<Template, 'id' | 'version'>,
): PictureQuery => ({
  queryKey: [api.projectId, '/templates', id, 'render', version],
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
  })

/** The saved template in place of a draft: a contact gets the translation of its language. */
export const savedTemplateQuery =
  ({ id, version }: Pick<Template, 'id' | 'version'>): typeof renderedDraftQuery =>
  (api, draft) => {
    // The key of the query tells templates with the same texts apart, which may have other translations.
    const identified = { ...draft, id, version }
    return {
      ...renderedDraftQuery(api, identified),
      queryFn: async ({ signal }) => {
        const { data, contactId } = draft
        const rendered = await api.post<z.infer<typeof RenderedTemplate>>(
          `/templates/${id}/render`,
          { data, contactId },
          { signal },
        )
        return { ...rendered, body: '', variables: [], required: [], checks: [] }
      },
    }
  }

// A workflow may show thirty pictures; the page needs the other connections meanwhile.
const inTurn = createTurns(3)

/** An email for a small picture: of a template, or written in a step of a workflow. */
export type PicturedEmail = Pick<Template, 'id' | 'version'> | { subject: string; body: string }

/** Without contact data. */
export const emailPictureQuery = (api: ProjectApi, email: PicturedEmail) =>
  queryOptions({
    queryKey:
      'id' in email
        ? renderedTemplateQuery(api, email).queryKey
        : ([api.projectId, 'email-picture', email] as const),
    queryFn: async ({ signal }): Promise<{ html: string }> =>
      inTurn(() =>
        'id' in email
          ? api.post<z.infer<typeof RenderedTemplate>>(
              `/templates/${email.id}/render`,
              { data: {} },
              { signal },
            )
          : api.post<RenderedDraft>(
              '/templates/render',
              { ...email, type: 'MARKETING', data: {} } satisfies Draft,
              { signal },
            ),
      ),
    staleTime: Infinity,
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

/** To people who work on the project: creates no contacts. */
export const testTemplate = async (api: ProjectApi, id: string, test: z.input<typeof TemplateTest>) => {
  const { emails } = await api.post<z.infer<typeof TemplateTested>>(`/templates/${id}/test`, test)
  return emails[0]
}
