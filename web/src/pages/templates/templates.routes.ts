import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, textParam } from '../../app/search-params.ts'

const templatesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'templates',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      q: textParam(search, 'q'),
      type: choiceParam(search, 'type', ['TRANSACTIONAL', 'MARKETING']),
    }),
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
})

const templateRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'templates/$templateId',
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
})

export const templatesRoutes = [templatesRoute, templateRoute] as const
