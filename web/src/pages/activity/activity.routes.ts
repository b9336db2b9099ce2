import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { eventListQuery, eventNamesQuery } from '../../api/audience/events.ts'
import { overviewQuery } from '../../api/project/overview.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { textParam, searchParams } from '../../app/search-params.ts'

export const activityRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'activity',
    validateSearch: searchParams({ name: textParam, q: textParam }),
    loader: prefetchLoader((client, api) => {
      void client.prefetchInfiniteQuery(onlyIfMissing(eventListQuery(api)))
      void client.prefetchQuery(eventNamesQuery(api))
      void client.prefetchQuery(overviewQuery(api))
    }),
    component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
  }),
] as const
