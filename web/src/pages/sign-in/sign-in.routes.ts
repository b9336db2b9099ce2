import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: searchParams({
      next: textParam,
      error: textParam,
      notice: choiceParam(['password-changed']),
    }),
    component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
  }),
] as const
