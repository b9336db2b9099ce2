import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectQuery } from '../../api/project/project.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'
import { NAME_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { SETTINGS_TABS } from './settings-tabs.ts'

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'settings',
    validateSearch: searchParams({
      tab: choiceParam(SETTINGS_TABS),
      // Members and the audit log
      q: textParam,
      sort: choiceParam(NAME_SORTS),
      dialog: choiceParam(['create']),
    }),
    loader: prefetchLoader((client, api) => void client.prefetchQuery(projectQuery(api))),
    component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
] as const
