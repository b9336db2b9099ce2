import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectQuery } from '../../api/project.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact } from '../../app/search-params.ts'
import { SETTINGS_TABS } from './settings-tabs.ts'

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  validateSearch: (search: Record<string, unknown>) =>
    compact({ tab: choiceParam(search, 'tab', SETTINGS_TABS) }),
  loader: prefetchLoader((client, api) => void client.prefetchQuery(projectQuery(api))),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

export const settingsRoutes = [settingsRoute] as const
