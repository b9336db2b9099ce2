import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { emailListQuery } from '../../api/sending/emails.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'
import { EMAIL_TABS } from '../../patterns/email/email-tabs.ts'

export const inboxRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'inbox',
    validateSearch: searchParams({
      q: textParam,
      email: textParam,
      tab: choiceParam(EMAIL_TABS),
    }),
    loader: listLoader(emailListQuery),
    component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
  }),
] as const
