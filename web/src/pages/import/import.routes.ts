import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'
import { textParam, searchParams } from '../../app/search-params.ts'

export const importRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'contacts/import',
    // The job is in the URL, so that coming back shows its progress.
    validateSearch: searchParams({ job: textParam }),
    component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
  }),
] as const
