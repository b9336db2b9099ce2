import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

export const inviteRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invite/$token',
    component: lazyRouteComponent(() => import('./invite-page.tsx'), 'InvitePage'),
  }),
] as const
