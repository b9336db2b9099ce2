import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectQuery } from '../../api/project/project.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams } from '../../app/search-params.ts'
import { SETTINGS_TABS } from './settings-tabs.ts'

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'settings',
    validateSearch: searchParams({ tab: choiceParam(SETTINGS_TABS), dialog: choiceParam(['create']) }),
    loader: prefetchLoader((client, api) => void client.prefetchQuery(projectQuery(api))),
    component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
] as const
