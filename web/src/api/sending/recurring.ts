import type { z } from 'zod'
import type {
  Feed as FeedSchema,
  FeedPreviewRequest,
  RecurringCampaignCreate,
  RecurringCampaignList,
  RecurringCampaignPatch,
  RecurringCampaign as RecurringCampaignSchema,
  RecurringCampaignSummary as RecurringCampaignSummarySchema,
  RecurringRunList,
  RecurringRun as RecurringRunSchema,
} from '../../../../src/features/campaigns/recurring/recurring.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions, pollAtTop } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type RecurringCampaign = z.infer<typeof RecurringCampaignSchema>
export type RecurringCampaignSummary = z.infer<typeof RecurringCampaignSummarySchema>
export type RecurringRun = z.infer<typeof RecurringRunSchema>
export type Feed = z.infer<typeof FeedSchema>
export type RecurringBody = z.input<typeof RecurringCampaignCreate>

const PATH = '/recurring-campaigns'

export const recurringListQuery = (api: ProjectApi) => ({
  ...listOptions<z.infer<typeof RecurringCampaignList>>(api, PATH),
  refetchInterval: pollAtTop,
})

export const recurringQuery = (api: ProjectApi, id: string) =>
  recordOptions<RecurringCampaign>(api, [PATH, id])

// Somebody who asked for a run waits for it.
const POLL_MS = 2_000

type RunFilter = { outcome?: RecurringRun['outcome'] | undefined; search?: string | undefined }

export const runListQuery = (api: ProjectApi, id: string, filter: RunFilter = {}) => ({
  ...listOptions<z.infer<typeof RecurringRunList>>(api, `${PATH}/${id}/runs`, filter),
  refetchInterval: POLL_MS,
})

export const createRecurring = (api: ProjectApi, body: RecurringBody) =>
  api.post<RecurringCampaign>(PATH, body)

export const changeRecurring = (api: ProjectApi, id: string, patch: z.input<typeof RecurringCampaignPatch>) =>
  api.patch<RecurringCampaign>(`${PATH}/${id}`, patch)

export const deleteRecurring = (api: ProjectApi, id: string) => api.delete<undefined>(`${PATH}/${id}`)

export const startRun = (api: ProjectApi, id: string) => api.post<RecurringCampaign>(`${PATH}/${id}/run`)

export const previewFeed = (api: ProjectApi, request: z.input<typeof FeedPreviewRequest>) =>
  api.post<Feed>(`${PATH}/preview-feed`, request)
