import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  ContentChecks as ContentChecksSchema,
  ContentFinding as ContentFindingSchema,
} from '../../../../src/features/content-checks/content-checks.schema.ts'
import type {
  LinkCheck as LinkCheckSchema,
  LinkChecks as LinkChecksSchema,
  LinkChecksAnswer,
} from '../../../../src/features/content-checks/links/links.schema.ts'
import type {
  SpamCheck as SpamCheckSchema,
  SpamChecks as SpamChecksSchema,
  SpamChecksAnswer,
} from '../../../../src/features/content-checks/spam/spam.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import type { Draft } from './templates.ts'

export type ContentChecks = z.infer<typeof ContentChecksSchema>
export type ContentFinding = z.infer<typeof ContentFindingSchema>
export type LinkCheck = z.infer<typeof LinkCheckSchema>
export type SpamCheck = z.infer<typeof SpamCheckSchema>
export type SpamChecks = z.infer<typeof SpamChecksSchema>
export type LinkChecks = z.infer<typeof LinkChecksSchema>

export const draftChecksQuery = (api: ProjectApi, draft: Draft) =>
  queryOptions({
    queryKey: [api.projectId, 'template-checks', draft] as const,
    queryFn: ({ signal }) => api.post<ContentChecks>('/templates/checks', draft, { signal }),
    staleTime: Infinity,
    // The key is a text of up to a megabyte, and old ones are not used again.
    gcTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** With the judgement of SpamAssassin. */
export const judgeDraftSpam = (api: ProjectApi, draft: Draft) =>
  api.post<ContentChecks>('/templates/checks', { ...draft, spam: true })

export const checkDraftLinks = (api: ProjectApi, draft: Draft) =>
  api.post<LinkChecks>('/templates/checks/links', draft)

export const checkCampaignLinks = async (api: ProjectApi, id: string) =>
  (await api.post<z.infer<typeof LinkChecksAnswer>>(`/campaigns/${id}/checks/links`, {})).data

export const checkCampaignSpam = async (api: ProjectApi, id: string) =>
  (await api.post<z.infer<typeof SpamChecksAnswer>>(`/campaigns/${id}/checks/spam`, {})).data
