import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'

const welcomeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'welcome',
  component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})

export const welcomeRoutes = [welcomeRoute] as const
