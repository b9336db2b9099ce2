import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../../app/project-route.tsx'

export const domainChecksRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'domains/$domainId/checks',
    component: lazyRouteComponent(() => import('./domain-checks-page.tsx'), 'DomainChecksPage'),
  }),
] as const
