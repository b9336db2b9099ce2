import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { emailListQuery } from '../../api/emails.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, textParam } from '../../app/search-params.ts'
import { EMAIL_TABS } from '../../patterns/email/email-tabs.ts'
import { EMAIL_STATUSES } from '../../../../src/features/emails/emails.values.ts'

const emailsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      q: textParam(search, 'q'),
      status: choiceParam(search, 'status', EMAIL_STATUSES),
      tag: textParam(search, 'tag'),
    }),
  loader: prefetchLoader(
    (client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(emailListQuery(api))),
  ),
  component: lazyRouteComponent(() => import('./emails-page.tsx'), 'EmailsPage'),
})

const emailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/$emailId',
  validateSearch: (search: Record<string, unknown>) =>
    compact({ tab: choiceParam(search, 'tab', EMAIL_TABS) }),
  component: lazyRouteComponent(() => import('./email-page.tsx'), 'EmailPage'),
})

export const emailsRoutes = [emailsRoute, emailRoute] as const
