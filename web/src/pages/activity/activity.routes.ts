import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'
import { compact, textParam } from '../../app/search-params.ts'

const activityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'activity',
  validateSearch: (search: Record<string, unknown>) => compact({ name: textParam(search, 'name') }),
  component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
})

export const activityRoutes = [activityRoute] as const
