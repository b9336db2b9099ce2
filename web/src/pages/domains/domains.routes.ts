import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { domainListQuery } from '../../api/domains.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact } from '../../app/search-params.ts'

const domainsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'domains',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      verified: choiceParam(search, 'verified', ['true', 'false']),
      dialog: choiceParam(search, 'dialog', ['create']),
    }),
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(domainListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
})

const domainRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'domains/$domainId',
  component: lazyRouteComponent(() => import('./domain-page.tsx'), 'DomainPage'),
})

export const domainsRoutes = [domainsRoute, domainRoute] as const
