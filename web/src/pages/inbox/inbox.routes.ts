import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { emailListQuery } from '../../api/emails.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, textParam } from '../../app/search-params.ts'
import { EMAIL_TABS } from '../../patterns/email/email-tabs.ts'

const inboxRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'inbox',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      q: textParam(search, 'q'),
      email: textParam(search, 'email'),
      tab: choiceParam(search, 'tab', EMAIL_TABS),
    }),
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(emailListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

export const inboxRoutes = [inboxRoute] as const
