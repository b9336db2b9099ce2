import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { webhookListQuery } from '../../api/webhooks.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, textParam } from '../../app/search-params.ts'
import { DELIVERY_STATUSES } from '../../../../src/features/webhooks/log/deliveries.values.ts'

const webhooksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks',
  validateSearch: (search: Record<string, unknown>) =>
    compact({ dialog: choiceParam(search, 'dialog', ['create']) }),
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(webhookListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const webhookRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks/$webhookId',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      tab: choiceParam(search, 'tab', ['deliveries', 'settings']),
      status: choiceParam(search, 'status', DELIVERY_STATUSES),
      /** The delivery in the dialog. */
      delivery: textParam(search, 'delivery'),
    }),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})

export const webhooksRoutes = [webhooksRoute, webhookRoute] as const
