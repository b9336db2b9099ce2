import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { suppressionListQuery } from '../../api/audience/suppressions.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'
import { CONTACT_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { SUPPRESSION_REASONS } from '../../../../src/features/suppressions/suppressions.values.ts'

export const suppressionsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'suppressions',
    validateSearch: searchParams({
      q: textParam,
      sort: choiceParam(CONTACT_SORTS),
      reason: choiceParam(SUPPRESSION_REASONS),
      dialog: choiceParam(['create', 'import']),
    }),
    loader: listLoader(suppressionListQuery),
    component: lazyRouteComponent(() => import('./suppressions-page.tsx'), 'SuppressionsPage'),
  }),
] as const
