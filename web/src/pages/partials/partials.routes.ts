import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { partialListQuery } from '../../api/content/partials.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams, textParam } from '../../app/search-params.ts'
import { PANES } from './partial-views.ts'

export const partialsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'partials',
    validateSearch: searchParams({ q: textParam, sort: textParam, dialog: choiceParam(['create']) }),
    loader: listLoader(partialListQuery),
    component: lazyRouteComponent(() => import('./partials-page.tsx'), 'PartialsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'partials/$partialId',
    validateSearch: searchParams({
      pane: choiceParam(PANES),
      as: choiceParam(['contact', 'json']),
      contact: textParam,
      view: choiceParam(['phone', 'dark', 'text']),
      dialog: choiceParam(['delete']),
    }),
    component: lazyRouteComponent(() => import('./partial-page.tsx'), 'PartialPage'),
  }),
] as const
