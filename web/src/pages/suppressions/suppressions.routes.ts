import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { suppressionListQuery } from '../../api/suppressions.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, textParam } from '../../app/search-params.ts'
import { SUPPRESSION_REASONS } from '../../../../src/features/suppressions/suppressions.values.ts'

const suppressionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'suppressions',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      q: textParam(search, 'q'),
      reason: choiceParam(search, 'reason', SUPPRESSION_REASONS),
      dialog: choiceParam(search, 'dialog', ['create', 'import']),
    }),
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(suppressionListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./suppressions-page.tsx'), 'SuppressionsPage'),
})

export const suppressionsRoutes = [suppressionsRoute] as const
