import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'

export const welcomeRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'welcome',
    component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
  }),
] as const
