import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, textParam } from '../../app/search-params.ts'
import {
  CAMPAIGN_STATUSES,
  PANES,
  RECIPIENT_STATUSES,
  REPORT_TABS,
  STEPS,
  VARIANTS,
} from './campaign-views.ts'

const campaignsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'campaigns',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      status: choiceParam(search, 'status', CAMPAIGN_STATUSES),
      add: choiceParam(search, 'add', ['true']),
    }),
  component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
})

const campaignRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'campaigns/$campaignId',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      // Of the editor.
      step: choiceParam(search, 'step', STEPS),
      pane: choiceParam(search, 'pane', PANES),
      variant: choiceParam(search, 'variant', VARIANTS),
      as: choiceParam(search, 'as', ['contact', 'json']),
      contact: textParam(search, 'contact'),
      view: choiceParam(search, 'view', ['phone', 'dark', 'text']),
      // Of the report.
      tab: choiceParam(search, 'tab', REPORT_TABS),
      recipients: choiceParam(search, 'recipients', RECIPIENT_STATUSES),
    }),
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
})

export const campaignsRoutes = [campaignsRoute, campaignRoute] as const
