import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  breakdownQuery,
  campaignListQuery,
  campaignQuery,
  comparisonQuery,
  statisticsQuery,
} from '../../api/sending/campaigns.ts'
import { projectApi } from '../../api/client/client.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { RECORD_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, lineParam, textParam, searchParams, urlParam } from '../../app/search-params.ts'
import { VARIANTS } from '../../patterns/campaign-settings/variant-names.ts'
import { PANES, RECIPIENT_STATUSES, REPORT_TABS, STEPS } from './campaign-views.ts'
import { CAMPAIGN_STATUSES } from '../../../../src/features/campaigns/campaigns.values.ts'

export const campaignsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'campaigns',
    validateSearch: searchParams({
      q: textParam,
      sort: choiceParam(RECORD_SORTS),
      status: choiceParam(CAMPAIGN_STATUSES),
      dialog: choiceParam(['create']),
    }),
    loader: listLoader(campaignListQuery),
    component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'campaigns/$campaignId',
    validateSearch: searchParams({
      // Editor
      step: choiceParam(STEPS),
      pane: choiceParam(PANES),
      variant: choiceParam(VARIANTS),
      line: lineParam,
      as: choiceParam(['contact', 'json']),
      contact: textParam,
      view: choiceParam(['phone', 'dark', 'text']),
      // Report
      tab: choiceParam(REPORT_TABS),
      recipients: choiceParam(RECIPIENT_STATUSES),
      q: textParam,
      clicked: urlParam,
    }),
    // Starts all requests of the report while its code is loading. A draft has no report; then they are cheap.
    loader: ({ context: { queryClient }, params: { projectId, campaignId: id }, preload }) => {
      const api = projectApi(projectId)
      void queryClient.prefetchQuery(campaignQuery(api, id))
      void queryClient.prefetchQuery(statisticsQuery(api, { id }))
      void queryClient.prefetchQuery(comparisonQuery(api, { id }))
      // Reads many rows, so not on hover.
      if (!preload) void queryClient.prefetchQuery(breakdownQuery(api, { id }))
    },
    component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
  }),
] as const
