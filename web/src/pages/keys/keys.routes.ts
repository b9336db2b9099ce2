import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { keyListQuery } from '../../api/project/keys.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'
import { NAME_SORTS } from '../../../../src/platform/record-sorts.values.ts'

export const keysRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'keys',
    validateSearch: searchParams({
      q: textParam,
      sort: choiceParam(NAME_SORTS),
      dialog: choiceParam(['create']),
    }),
    loader: listLoader(keyListQuery),
    component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
] as const
