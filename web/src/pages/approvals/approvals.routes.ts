import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { APPROVAL_STATES } from '../../../../src/features/approvals/approvals.values.ts'
import { approvalsQuery } from '../../api/sending/approvals.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams, textParam } from '../../app/search-params.ts'

export const approvalsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'approvals',
    validateSearch: searchParams({ q: textParam, state: choiceParam(APPROVAL_STATES) }),
    loader: listLoader(approvalsQuery),
    component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'approvals/$approvalId',
    component: lazyRouteComponent(() => import('./approval-page.tsx'), 'ApprovalPage'),
  }),
] as const
