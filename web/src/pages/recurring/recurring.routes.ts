import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { RUN_OUTCOMES } from '../../../../src/features/campaigns/recurring/recurring.values.ts'
import { recurringListQuery } from '../../api/sending/recurring.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams, textParam } from '../../app/search-params.ts'

export const recurringRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'recurring-campaigns',
    validateSearch: searchParams({ q: textParam, sort: textParam }),
    loader: listLoader(recurringListQuery),
    component: lazyRouteComponent(() => import('./recurring-list-page.tsx'), 'RecurringListPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'recurring-campaigns/new',
    component: lazyRouteComponent(() => import('./recurring-page.tsx'), 'NewRecurringPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'recurring-campaigns/$recurringId',
    validateSearch: searchParams({
      tab: choiceParam(['runs']),
      q: textParam,
      status: choiceParam(RUN_OUTCOMES),
      dialog: choiceParam(['delete']),
    }),
    component: lazyRouteComponent(() => import('./recurring-page.tsx'), 'RecurringPage'),
  }),
] as const
