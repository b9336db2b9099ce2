import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../../app/project-route.tsx'
import { choiceParam, searchParams } from '../../../app/search-params.ts'
import { PERIODS } from '../../../patterns/report/period.ts'

export const domainReportsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'domains/$domainId/reports',
    validateSearch: searchParams({ days: choiceParam(PERIODS) }),
    component: lazyRouteComponent(() => import('./domain-reports-page.tsx'), 'DomainReportsPage'),
  }),
] as const
