import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { compact, textParam } from '../../app/search-params.ts'

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>) =>
    compact({ next: textParam(search, 'next'), error: textParam(search, 'error') }),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

export const signInRoutes = [signInRoute] as const
