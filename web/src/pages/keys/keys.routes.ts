import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { keyListQuery } from '../../api/keys.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact } from '../../app/search-params.ts'

const keysRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'keys',
  validateSearch: (search: Record<string, unknown>) =>
    compact({ dialog: choiceParam(search, 'dialog', ['create']) }),
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(keyListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
})

export const keysRoutes = [keysRoute] as const
