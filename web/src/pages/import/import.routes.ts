import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'
import { compact, textParam } from '../../app/search-params.ts'

const importRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'contacts/import',
  // The job is in the URL, so that coming back shows its progress.
  validateSearch: (search: Record<string, unknown>) => compact({ job: textParam(search, 'job') }),
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
})

export const importRoutes = [importRoute] as const
