import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LIMITED_NAMES } from '../../../../src/platform/email/mx/destination-limits.values.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams } from '../../app/search-params.ts'
import { PERIODS } from '../../patterns/report/period.ts'

export const reputationRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'reputation',
    validateSearch: searchParams({
      days: choiceParam(PERIODS),
      provider: choiceParam(LIMITED_NAMES),
      scope: choiceParam(['instance']),
    }),
    component: lazyRouteComponent(() => import('./reputation-page.tsx'), 'ReputationPage'),
  }),
] as const
