import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { domainListQuery } from '../../api/connections/domains.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams, textParam } from '../../app/search-params.ts'

export const domainsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'domains',
    validateSearch: searchParams({
      q: textParam,
      sort: textParam,
      verified: choiceParam(['true', 'false']),
      dialog: choiceParam(['create']),
    }),
    loader: listLoader(domainListQuery),
    component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'domains/$domainId',
    component: lazyRouteComponent(() => import('./domain-page.tsx'), 'DomainPage'),
  }),
] as const
