import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { emailListQuery } from '../../api/sending/emails.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, textParam, searchParams } from '../../app/search-params.ts'
import { EMAIL_TABS } from '../../patterns/email/email-tabs.ts'
import { TIME_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { EMAIL_STATUSES } from '../../../../src/features/emails/emails.values.ts'

export const emailsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'emails',
    validateSearch: searchParams({
      q: textParam,
      status: choiceParam(EMAIL_STATUSES),
      tag: textParam,
      sort: choiceParam(TIME_SORTS),
    }),
    loader: listLoader(emailListQuery),
    component: lazyRouteComponent(() => import('./emails-page.tsx'), 'EmailsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'emails/$emailId',
    validateSearch: searchParams({ tab: choiceParam(EMAIL_TABS) }),
    component: lazyRouteComponent(() => import('./email-page.tsx'), 'EmailPage'),
  }),
] as const
