import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { unlessThere } from '../../api/client/lists.ts'
import { eventListQuery, eventNamesQuery } from '../../api/events.ts'
import { askAhead } from '../../app/ask-ahead.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { compact, textParam } from '../../app/search-params.ts'

const activityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'activity',
  validateSearch: (search: Record<string, unknown>) => compact({ name: textParam(search, 'name') }),
  loader: askAhead((client, api) => {
    void client.prefetchInfiniteQuery(unlessThere(eventListQuery(api)))
    void client.prefetchQuery(eventNamesQuery(api))
  }),
  component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
})

export const activityRoutes = [activityRoute] as const
