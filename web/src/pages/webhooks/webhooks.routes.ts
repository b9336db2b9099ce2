import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { webhookListQuery } from '../../api/connections/webhooks.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'
import { DELIVERY_STATUSES } from '../../../../src/features/webhooks/log/deliveries.values.ts'

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'webhooks',
    validateSearch: searchParams({ q: textParam, sort: textParam, dialog: choiceParam(['create']) }),
    loader: listLoader(webhookListQuery),
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'webhooks/$webhookId',
    validateSearch: searchParams({
      tab: choiceParam(['deliveries', 'settings']),
      status: choiceParam(DELIVERY_STATUSES),
      q: textParam,
      /** The delivery in the dialog. */
      delivery: textParam,
    }),
    component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
  }),
] as const
