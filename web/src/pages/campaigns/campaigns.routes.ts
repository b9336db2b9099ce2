import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { breakdownQuery, campaignListQuery, campaignQuery, statisticsQuery } from '../../api/campaigns.ts'
import { projectApi } from '../../api/client/client.ts'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, textParam } from '../../app/search-params.ts'
import { PANES, RECIPIENT_STATUSES, REPORT_TABS, STEPS, VARIANTS } from './campaign-views.ts'
import { CAMPAIGN_STATUSES } from '../../../../src/features/campaigns/campaigns.values.ts'

const campaignsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'campaigns',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      status: choiceParam(search, 'status', CAMPAIGN_STATUSES),
      dialog: choiceParam(search, 'dialog', ['create']),
    }),
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(campaignListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
})

const campaignRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'campaigns/$campaignId',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      // Editor
      step: choiceParam(search, 'step', STEPS),
      pane: choiceParam(search, 'pane', PANES),
      variant: choiceParam(search, 'variant', VARIANTS),
      as: choiceParam(search, 'as', ['contact', 'json']),
      contact: textParam(search, 'contact'),
      view: choiceParam(search, 'view', ['phone', 'dark', 'text']),
      // Report
      tab: choiceParam(search, 'tab', REPORT_TABS),
      recipients: choiceParam(search, 'recipients', RECIPIENT_STATUSES),
    }),
  // Starts all requests of the report while its code is loading. A draft has no report; then they are cheap.
  loader: ({ context: { queryClient }, params: { projectId, campaignId: id }, preload }) => {
    const api = projectApi(projectId)
    void queryClient.prefetchQuery(campaignQuery(api, id))
    void queryClient.prefetchQuery(statisticsQuery(api, { id }))
    // Reads many rows, so not on hover.
    if (!preload) void queryClient.prefetchQuery(breakdownQuery(api, { id }))
  },
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
})

export const campaignsRoutes = [campaignsRoute, campaignRoute] as const
