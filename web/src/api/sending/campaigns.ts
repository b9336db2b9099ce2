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
} from '../../../../src/features/campaigns/campaigns.schema.ts'
import type {
  CampaignTest,
  CampaignTested,
} from '../../../../src/features/campaigns/sending/test-email.schema.ts'
import type {
  CampaignPreflight,
  CampaignPreflightAnswer,
} from '../../../../src/features/campaigns/preflight/preflight.schema.ts'
import type { CampaignWinner } from '../../../../src/features/campaigns/sending/winner.schema.ts'
import type {
  CampaignClick as CampaignClickSchema,
  CampaignClickList,
} from '../../../../src/features/campaigns/statistics/clicks.schema.ts'
import type { CampaignComparison } from '../../../../src/features/campaigns/statistics/comparison.schema.ts'
import type {
  CampaignBreakdown,
  CampaignRecipientList,
  CampaignRecipient as CampaignRecipientSchema,
  CampaignStatistics,
} from '../../../../src/features/campaigns/statistics/statistics.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions, pollAtTop } from '../client/lists.ts'
import type { RecordListFilter } from '../client/lists.ts'

export type Campaign = z.infer<typeof CampaignSchema>
export type CampaignSummary = z.infer<typeof CampaignSummarySchema>
export type CampaignStatus = CampaignSummary['status']
export type Statistics = z.infer<typeof CampaignStatistics>
export type Breakdown = z.infer<typeof CampaignBreakdown>
export type Comparison = z.infer<typeof CampaignComparison>
export type CampaignClick = z.infer<typeof CampaignClickSchema>
export type Recipient = z.infer<typeof CampaignRecipientSchema>
export type RecipientStatus = Recipient['status']
export type Preflight = z.infer<typeof CampaignPreflight>
export type PreflightProblem = Preflight['problems'][number]

type CampaignPage = z.infer<typeof CampaignList>

export const campaignListQuery = (
  api: ProjectApi,
  filter: RecordListFilter & { status?: CampaignStatus | undefined } = {},
) => ({
  ...listOptions<CampaignPage>(api, '/campaigns', filter),
  refetchInterval: pollList,
})

// Users watch a campaign while it is sending; its figures come from counters, so polling is cheap.
const POLL_MS = 1_500
// Shows changes by other members, and opens and clicks after sending.
const SLOW_POLL_MS = 15_000

const isSending = (status: CampaignStatus | undefined): boolean => status === 'SENDING'

/** One request updates all progress bars in the list, as long as there is one. */
function pollList(query: { state: { data: InfiniteData<CampaignPage> | undefined } }): number | false {
  const atTop = pollAtTop(query)
  const [first] = query.state.data?.pages ?? []
  return atTop !== false && first?.campaigns.some(({ status }) => isSending(status)) ? POLL_MS : atTop
}

const campaignOptions = <T>(api: ProjectApi, ...path: string[]) =>
  queryOptions({
    queryKey: [api.projectId, '/campaigns', ...path] as const,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: T }>(`/campaigns/${path.join('/')}`, { signal })).data,
  })

export const campaignQuery = (api: ProjectApi, campaignId: string) =>
  queryOptions({
    ...campaignOptions<Campaign>(api, campaignId),
    refetchInterval: ({ state }) => (isSending(state.data?.status) ? POLL_MS : SLOW_POLL_MS),
  })

/** The status decides the polling interval; the first request does not need it. */
type CampaignRef = { id: string; status?: CampaignStatus }

export const statisticsQuery = (api: ProjectApi, { id, status }: CampaignRef) => ({
  ...campaignOptions<Statistics>(api, id, 'stats'),
  refetchInterval: isSending(status) ? POLL_MS : SLOW_POLL_MS,
})

/** By mailbox provider and by reason of the bounce. */
export const breakdownQuery = (api: ProjectApi, { id, status }: CampaignRef) => ({
  ...campaignOptions<Breakdown>(api, id, 'breakdown'),
  // It reads rows, not counters.
  refetchInterval: isSending(status) ? SLOW_POLL_MS : (false as const),
})

/** The others do not change any more; the own rates are also in the statistics. */
export const comparisonQuery = (api: ProjectApi, { id, status }: CampaignRef) => ({
  ...campaignOptions<Comparison>(api, id, 'comparison'),
  refetchInterval: isSending(status) ? SLOW_POLL_MS : (false as const),
})

export const clickListQuery = (api: ProjectApi, campaignId: string, filter: { url: string }) =>
  listOptions<z.infer<typeof CampaignClickList>>(api, `/campaigns/${campaignId}/clicks`, filter)

/** Checks the saved campaign; `updatedAt` makes a new key per save. */
export const preflightQuery = (
  api: ProjectApi,
  { id, updatedAt }: Pick<CampaignSummary, 'id' | 'updatedAt'>,
) =>
  queryOptions({
    queryKey: [api.projectId, '/campaigns', id, 'preflight', updatedAt] as const,
    queryFn: async ({ signal }) =>
      (await api.post<z.infer<typeof CampaignPreflightAnswer>>(`/campaigns/${id}/preflight`, {}, { signal }))
        .data,
    // Counting a million contacts takes a while.
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })

export const recipientListQuery = (
  api: ProjectApi,
  campaignId: string,
  filter: { status?: RecipientStatus | undefined; search?: string | undefined } = {},
) => listOptions<z.infer<typeof CampaignRecipientList>>(api, `/campaigns/${campaignId}/recipients`, filter)

type Answer = z.infer<typeof CampaignAnswer>

export const createCampaign = async (api: ProjectApi, campaign: z.input<typeof CampaignCreate>) =>
  (await api.post<Answer>('/campaigns', campaign)).data

export const saveCampaign = async (api: ProjectApi, id: string, patch: z.input<typeof CampaignPatch>) =>
  (await api.patch<Answer>(`/campaigns/${id}`, patch)).data

export const deleteCampaign = (api: ProjectApi, id: string) => api.delete<undefined>(`/campaigns/${id}`)

export const sendCampaign = (api: ProjectApi, id: string, options: z.input<typeof CampaignSend>) =>
  api.action(`/campaigns/${id}/send`, options)

const actionOf = (action: string) => async (api: ProjectApi, id: string) =>
  (await api.post<Answer>(`/campaigns/${id}/${action}`)).data

export const duplicateCampaign = actionOf('duplicate')
export const pauseCampaign = actionOf('pause')
export const resumeCampaign = actionOf('resume')
export const cancelCampaign = actionOf('cancel')

export const chooseWinner = async (api: ProjectApi, id: string, body: z.input<typeof CampaignWinner>) =>
  (await api.post<Answer>(`/campaigns/${id}/winner`, body)).data

export const testCampaign = async (api: ProjectApi, id: string, body: z.input<typeof CampaignTest>) =>
  (await api.post<z.infer<typeof CampaignTested>>(`/campaigns/${id}/test`, body)).data.emails
