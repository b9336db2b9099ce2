import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams } from '../../app/search-params.ts'
import { VERIFY_TABS } from './verify-tabs.ts'

export const verifyRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'verify',
    validateSearch: searchParams({ tab: choiceParam(VERIFY_TABS) }),
    component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
  }),
] as const
