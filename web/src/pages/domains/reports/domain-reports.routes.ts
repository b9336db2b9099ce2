import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../../app/project-route.tsx'
import { choiceParam, searchParams } from '../../../app/search-params.ts'

export const domainReportsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'domains/$domainId/reports',
    validateSearch: searchParams({ days: choiceParam(['7', '30', '90', '365']) }),
    component: lazyRouteComponent(() => import('./domain-reports-page.tsx'), 'DomainReportsPage'),
  }),
] as const
