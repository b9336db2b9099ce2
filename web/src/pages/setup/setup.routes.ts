import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

export const setupRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/setup/$token',
    component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
  }),
] as const
