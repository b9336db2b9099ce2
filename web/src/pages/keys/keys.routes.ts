import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { unlessThere } from '../../api/client/lists.ts'
import { keyListQuery } from '../../api/keys.ts'
import { askAhead } from '../../app/ask-ahead.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact } from '../../app/search-params.ts'

const keysRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'keys',
  validateSearch: (search: Record<string, unknown>) =>
    compact({ dialog: choiceParam(search, 'dialog', ['create']) }),
  loader: askAhead((client, api) => void client.prefetchInfiniteQuery(unlessThere(keyListQuery(api)))),
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
})

export const keysRoutes = [keysRoute] as const
