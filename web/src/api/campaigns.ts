import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  CampaignAnswer,
  CampaignCreate,
  CampaignList,
  CampaignPatch,
  CampaignSend,
  Campaign as CampaignSchema,
  CampaignSummary as CampaignSummarySchema,
  CampaignTested,
} from '../../../src/features/campaigns/campaigns.schema.ts'
import type {
  CampaignPreflight,
  CampaignPreflightAnswer,
} from '../../../src/features/campaigns/preflight/preflight.schema.ts'
import type {
  CampaignBreakdown,
  CampaignBreakdownAnswer,
  CampaignRecipientList,
  CampaignRecipient as CampaignRecipientSchema,
  CampaignStatistics,
  CampaignStatisticsAnswer,
} from '../../../src/features/campaigns/statistics/statistics.schema.ts'
import type { ProjectApi } from './client/client.ts'
import { listOptions, whileAtTop } from './client/lists.ts'

export type Campaign = z.infer<typeof CampaignSchema>
export type CampaignSummary = z.infer<typeof CampaignSummarySchema>
export type CampaignStatus = CampaignSummary['status']
export type Statistics = z.infer<typeof CampaignStatistics>
export type Breakdown = z.infer<typeof CampaignBreakdown>
export type Recipient = z.infer<typeof CampaignRecipientSchema>
export type RecipientStatus = Recipient['status']
export type Preflight = z.infer<typeof CampaignPreflight>
export type PreflightProblem = Preflight['problems'][number]

type CampaignFilter = { status?: CampaignStatus | undefined }

type CampaignPage = z.infer<typeof CampaignList>

export const campaignListQuery = (api: ProjectApi, filter: CampaignFilter = {}) => ({
  ...listOptions<CampaignPage>(api, '/campaigns', filter),
  refetchInterval: watchList,
})

// While emails leave, people watch; figures come from counters, so asking is cheap.
const WATCH_MS = 1_500
// Whether somebody else has changed or sent it; opens and clicks of one that is over.
const GLANCE_MS = 15_000

const isMoving = (status: CampaignStatus | undefined): boolean => status === 'SENDING'

/** One request for all bars of progress in the list, as long as there is one. */
function watchList(query: { state: { data: InfiniteData<CampaignPage> | undefined } }): number | false {
  const atTop = whileAtTop(query)
  const [first] = query.state.data?.pages ?? []
  return atTop !== false && first?.campaigns.some(({ status }) => isMoving(status)) ? WATCH_MS : atTop
}

export const campaignQuery = (api: ProjectApi, campaignId: string) =>
  queryOptions({
    queryKey: [api.projectId, '/campaigns', campaignId] as const,
    queryFn: async ({ signal }) =>
      (await api.get<z.infer<typeof CampaignAnswer>>(`/campaigns/${campaignId}`, { signal })).data,
    refetchInterval: ({ state }) => (isMoving(state.data?.status) ? WATCH_MS : GLANCE_MS),
  })

/** How often it is asked again depends on the status, which need not be known to ask once. */
type Watched = { id: string; status?: CampaignStatus }

export const statisticsQuery = (api: ProjectApi, { id, status }: Watched) =>
  queryOptions({
    queryKey: [api.projectId, '/campaigns', id, 'stats'] as const,
    queryFn: async ({ signal }) =>
      (await api.get<z.infer<typeof CampaignStatisticsAnswer>>(`/campaigns/${id}/stats`, { signal })).data,
    refetchInterval: isMoving(status) ? WATCH_MS : GLANCE_MS,
  })

/** By mailbox provider and by reason of the bounce. */
export const breakdownQuery = (api: ProjectApi, { id, status }: Watched) =>
  queryOptions({
    queryKey: [api.projectId, '/campaigns', id, 'breakdown'] as const,
    queryFn: async ({ signal }) =>
      (await api.get<z.infer<typeof CampaignBreakdownAnswer>>(`/campaigns/${id}/breakdown`, { signal })).data,
    // It reads rows, not counters.
    refetchInterval: isMoving(status) ? GLANCE_MS : false,
  })

/** Of what is saved: `updatedAt` says of which state. The former answer stays until the next one is there. */
export const preflightQuery = (
  api: ProjectApi,
  { id, updatedAt }: Pick<CampaignSummary, 'id' | 'updatedAt'>,
) =>
  queryOptions({
    queryKey: [api.projectId, '/campaigns', id, 'preflight', updatedAt] as const,
    queryFn: async ({ signal }) =>
      (await api.post<z.infer<typeof CampaignPreflightAnswer>>(`/campaigns/${id}/preflight`, {}, { signal }))
        .data,
    // Contacts come and go; counting a million of them takes a while.
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })

export const recipientListQuery = (
  api: ProjectApi,
  campaignId: string,
  filter: { status?: RecipientStatus | undefined } = {},
) => listOptions<z.infer<typeof CampaignRecipientList>>(api, `/campaigns/${campaignId}/recipients`, filter)

type Answer = z.infer<typeof CampaignAnswer>

export const createCampaign = async (api: ProjectApi, campaign: z.input<typeof CampaignCreate>) =>
  (await api.post<Answer>('/campaigns', campaign)).data

export const saveCampaign = async (api: ProjectApi, id: string, patch: z.input<typeof CampaignPatch>) =>
  (await api.patch<Answer>(`/campaigns/${id}`, patch)).data

export const deleteCampaign = (api: ProjectApi, id: string) => api.delete<undefined>(`/campaigns/${id}`)

export const duplicateCampaign = async (api: ProjectApi, id: string) =>
  (await api.post<Answer>(`/campaigns/${id}/duplicate`)).data

/** The answer has no body. */
export const sendCampaign = (api: ProjectApi, id: string, options: z.input<typeof CampaignSend>) =>
  api.action(`/campaigns/${id}/send`, options)

export const steerCampaign = async (api: ProjectApi, id: string, action: 'cancel' | 'pause' | 'resume') =>
  (await api.post<Answer>(`/campaigns/${id}/${action}`)).data

export const testCampaign = async (api: ProjectApi, id: string, emails: string[]) =>
  (await api.post<z.infer<typeof CampaignTested>>(`/campaigns/${id}/test`, { emails })).data.emails
