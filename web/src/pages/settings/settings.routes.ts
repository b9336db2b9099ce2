import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact } from '../../app/search-params.ts'
import { SETTINGS_TABS } from './settings-tabs.ts'

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  validateSearch: (search: Record<string, unknown>) =>
    compact({ tab: choiceParam(search, 'tab', SETTINGS_TABS) }),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

export const settingsRoutes = [settingsRoute] as const
