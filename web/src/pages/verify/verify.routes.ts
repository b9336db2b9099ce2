import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact } from '../../app/search-params.ts'
import { VERIFY_TABS } from './verify-tabs.ts'

const verifyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'verify',
  validateSearch: (search: Record<string, unknown>) =>
    compact({ tab: choiceParam(search, 'tab', VERIFY_TABS) }),
  component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
})

export const verifyRoutes = [verifyRoute] as const
