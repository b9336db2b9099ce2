import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { templateListQuery } from '../../api/templates.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, textParam } from '../../app/search-params.ts'
import { PANES } from './template-views.ts'
import { TEMPLATE_TYPES } from '../../../../src/features/templates/templates.values.ts'

const templatesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'templates',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      q: textParam(search, 'q'),
      type: choiceParam(search, 'type', TEMPLATE_TYPES),
      dialog: choiceParam(search, 'dialog', ['create']),
    }),
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(templateListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
})

const templateRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'templates/$templateId',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      pane: choiceParam(search, 'pane', PANES),
      as: choiceParam(search, 'as', ['contact', 'json']),
      contact: textParam(search, 'contact'),
      view: choiceParam(search, 'view', ['phone', 'dark', 'text']),
    }),
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
})

export const templatesRoutes = [templatesRoute, templateRoute] as const
