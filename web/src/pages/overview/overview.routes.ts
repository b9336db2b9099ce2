import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectApi } from '../../api/client/client.ts'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { emailListQuery } from '../../api/sending/emails.ts'
import { eventListQuery } from '../../api/audience/events.ts'
import { overviewQuery } from '../../api/project/overview.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams } from '../../app/search-params.ts'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/',
    validateSearch: searchParams({ days: choiceParam(['7', '30']) }),
    // In parallel: the page renders its lists only after the overview has loaded.
    loader: ({ context: { queryClient }, params: { projectId } }) => {
      const api = projectApi(projectId)
      void queryClient.prefetchQuery(overviewQuery(api))
      void queryClient.prefetchInfiniteQuery(onlyIfMissing(emailListQuery(api)))
      void queryClient.prefetchInfiniteQuery(onlyIfMissing(eventListQuery(api)))
    },
    component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
] as const
