import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { templateListQuery } from '../../api/content/templates.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { RECORD_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'
import { PANES } from './template-views.ts'
import { TEMPLATE_TYPES } from '../../../../src/features/templates/templates.values.ts'

export const templatesRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'templates',
    validateSearch: searchParams({
      q: textParam,
      sort: choiceParam(RECORD_SORTS),
      type: choiceParam(TEMPLATE_TYPES),
      dialog: choiceParam(['create']),
    }),
    loader: listLoader(templateListQuery),
    component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'templates/$templateId',
    validateSearch: searchParams({
      pane: choiceParam(PANES),
      as: choiceParam(['contact', 'json']),
      contact: textParam,
      view: choiceParam(['phone', 'dark', 'text']),
    }),
    component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
  }),
] as const
