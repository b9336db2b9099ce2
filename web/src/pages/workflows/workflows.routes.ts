import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectApi } from '../../api/client/client.ts'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { segmentNamesQuery } from '../../api/audience/segments.ts'
import { templateListQuery } from '../../api/content/templates.ts'
import { statisticsQuery, workflowListQuery, workflowQuery } from '../../api/sending/workflows.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { RECORD_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'
import { TABS } from './workflow-tabs.ts'
import { EXECUTION_STATUSES } from '../../../../src/features/workflows/executions/executions.values.ts'

export const workflowsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'workflows',
    validateSearch: searchParams({
      q: textParam,
      sort: choiceParam(RECORD_SORTS),
      dialog: choiceParam(['create']),
    }),
    loader: prefetchLoader((client, api) => {
      void client.prefetchInfiniteQuery(onlyIfMissing(workflowListQuery(api)))
      void client.prefetchInfiniteQuery(onlyIfMissing(templateListQuery(api)))
      void client.prefetchQuery(segmentNamesQuery(api))
    }),
    component: lazyRouteComponent(() => import('./workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'workflows/$workflowId',
    validateSearch: searchParams({
      tab: choiceParam(TABS),
      step: textParam,
      show: choiceParam(['funnel']),
      status: choiceParam(EXECUTION_STATUSES),
      contact: textParam,
      // Preview of the email of a step
      as: choiceParam(['contact', 'json']),
      view: choiceParam(['phone', 'dark', 'text']),
    }),
    // Starts all requests of the canvas while its code is loading.
    loader: ({ context: { queryClient }, params: { projectId, workflowId } }) => {
      const api = projectApi(projectId)
      void queryClient.prefetchQuery(workflowQuery(api, workflowId))
      void queryClient.prefetchQuery(statisticsQuery(api, workflowId))
      void queryClient.prefetchInfiniteQuery(onlyIfMissing(templateListQuery(api)))
      void queryClient.prefetchQuery(segmentNamesQuery(api))
    },
    component: lazyRouteComponent(() => import('./workflow-page.tsx'), 'WorkflowPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'workflows/$workflowId/executions/$executionId',
    validateSearch: searchParams({ step: textParam }),
    component: lazyRouteComponent(() => import('./executions/execution-page.tsx'), 'ExecutionPage'),
  }),
] as const
