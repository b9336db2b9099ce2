import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { segmentListQuery } from '../../api/segments.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, filterParam, textParam } from '../../app/search-params.ts'

const segmentsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'segments',
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(segmentListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./segments-page.tsx'), 'SegmentsPage'),
})

const newSegmentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'segments/new',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      type: choiceParam(search, 'type', ['static']),
      /** The initial filter. */
      filter: filterParam(search, 'filter'),
    }),
  component: lazyRouteComponent(() => import('./new-segment-page.tsx'), 'NewSegmentPage'),
})

const segmentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'segments/$segmentId',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      /** The id of the contact to explain. */
      why: textParam(search, 'why'),
      dialog: choiceParam(search, 'dialog', ['delete']),
    }),
  component: lazyRouteComponent(() => import('./segment-page.tsx'), 'SegmentPage'),
})

export const segmentsRoutes = [segmentsRoute, newSegmentRoute, segmentRoute] as const
