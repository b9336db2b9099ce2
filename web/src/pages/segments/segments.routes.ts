import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { segmentListQuery } from '../../api/audience/segments.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { RECORD_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, filterParam, textParam, searchParams } from '../../app/search-params.ts'

export const segmentsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'segments',
    validateSearch: searchParams({ q: textParam, sort: choiceParam(RECORD_SORTS) }),
    loader: listLoader(segmentListQuery),
    component: lazyRouteComponent(() => import('./segments-page.tsx'), 'SegmentsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'segments/new',
    validateSearch: searchParams({
      type: choiceParam(['static']),
      filter: filterParam,
    }),
    component: lazyRouteComponent(() => import('./new-segment-page.tsx'), 'NewSegmentPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'segments/$segmentId',
    validateSearch: searchParams({
      q: textParam,
      /** The id of the contact to explain. */
      why: textParam,
      dialog: choiceParam(['delete']),
    }),
    component: lazyRouteComponent(() => import('./segment-page.tsx'), 'SegmentPage'),
  }),
] as const
