import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { eventListQuery, eventNamesQuery } from '../../api/events.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { compact, textParam } from '../../app/search-params.ts'

const activityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'activity',
  validateSearch: (search: Record<string, unknown>) => compact({ name: textParam(search, 'name') }),
  loader: prefetchLoader((client, api) => {
    void client.prefetchInfiniteQuery(onlyIfMissing(eventListQuery(api)))
    void client.prefetchQuery(eventNamesQuery(api))
  }),
  component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
})

export const activityRoutes = [activityRoute] as const
