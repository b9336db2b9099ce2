import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../../app/project-route.tsx'

export const machineChecksRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'machine-checks',
    component: lazyRouteComponent(() => import('./machine-checks-page.tsx'), 'MachineChecksPage'),
  }),
] as const
