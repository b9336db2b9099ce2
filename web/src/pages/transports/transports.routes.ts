import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { transportListQuery } from '../../api/connections/transports.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams, textParam } from '../../app/search-params.ts'

export const transportsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'transports',
    validateSearch: searchParams({ q: textParam, sort: textParam, dialog: choiceParam(['create']) }),
    loader: listLoader(transportListQuery),
    component: lazyRouteComponent(() => import('./transports-page.tsx'), 'TransportsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'transports/$transportId',
    component: lazyRouteComponent(() => import('./transport-page.tsx'), 'TransportPage'),
  }),
] as const
