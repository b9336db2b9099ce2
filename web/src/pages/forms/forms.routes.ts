import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { formListQuery } from '../../api/audience/forms.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams, textParam } from '../../app/search-params.ts'
import { FORM_TABS, PERIODS } from './form-tabs.ts'

export const formsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'forms',
    validateSearch: searchParams({ q: textParam, sort: textParam }),
    loader: listLoader(formListQuery),
    component: lazyRouteComponent(() => import('./forms-page.tsx'), 'FormsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'forms/new',
    component: lazyRouteComponent(() => import('./form-page.tsx'), 'NewFormPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'forms/$formId',
    validateSearch: searchParams({
      tab: choiceParam(FORM_TABS),
      period: choiceParam(PERIODS),
      q: textParam,
      dialog: choiceParam(['delete']),
    }),
    component: lazyRouteComponent(() => import('./form-page.tsx'), 'FormPage'),
  }),
] as const
