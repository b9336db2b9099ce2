// Every route. An area has its routes in pages/<area>/<area>.routes.ts; they are listed here and, if they belong into the
// sidebar, in app/navigation.ts.
import { createRouter } from '@tanstack/react-router'
import { queryClient } from './api/client/query-client.ts'
import { homeRoute, projectRoute, signedInRoute } from './app/project-route.tsx'
import { rootRoute } from './app/root-route.tsx'
import { PagePending } from './app/page-pending.tsx'
import { activityRoutes } from './pages/activity/activity.routes.ts'
import { approvalsRoutes } from './pages/approvals/approvals.routes.ts'
import { campaignsRoutes } from './pages/campaigns/campaigns.routes.ts'
import { contactsRoutes } from './pages/contacts/contacts.routes.ts'
import { domainChecksRoutes } from './pages/domains/checks/domain-checks.routes.ts'
import { domainReportsRoutes } from './pages/domains/reports/domain-reports.routes.ts'
import { domainsRoutes } from './pages/domains/domains.routes.ts'
import { emailsRoutes } from './pages/emails/emails.routes.ts'
import { couponListsRoutes } from './pages/coupon-lists/coupon-lists.routes.ts'
import { formsRoutes } from './pages/forms/forms.routes.ts'
import { importRoutes } from './pages/import/import.routes.ts'
import { inboxRoutes } from './pages/inbox/inbox.routes.ts'
import { inviteRoutes } from './pages/invite/invite.routes.ts'
import { keysRoutes } from './pages/keys/keys.routes.ts'
import { overviewRoutes } from './pages/overview/overview.routes.ts'
import { partialsRoutes } from './pages/partials/partials.routes.ts'
import { recurringRoutes } from './pages/recurring/recurring.routes.ts'
import { reputationRoutes } from './pages/reputation/reputation.routes.ts'
import { resetPasswordRoutes } from './pages/reset-password/reset-password.routes.ts'
import { segmentsRoutes } from './pages/segments/segments.routes.ts'
import { machineChecksRoutes } from './pages/settings/machine-checks/machine-checks.routes.ts'
import { settingsRoutes } from './pages/settings/settings.routes.ts'
import { setupRoutes } from './pages/setup/setup.routes.ts'
import { signInRoutes } from './pages/sign-in/sign-in.routes.ts'
import { suppressionsRoutes } from './pages/suppressions/suppressions.routes.ts'
import { templatesRoutes } from './pages/templates/templates.routes.ts'
import { transportsRoutes } from './pages/transports/transports.routes.ts'
import { verifyRoutes } from './pages/verify/verify.routes.ts'
import { webhooksRoutes } from './pages/webhooks/webhooks.routes.ts'
import { welcomeRoutes } from './pages/welcome/welcome.routes.ts'
import { workflowsRoutes } from './pages/workflows/workflows.routes.ts'

const projectPages = projectRoute.addChildren([
  ...overviewRoutes,
  ...welcomeRoutes,
  ...emailsRoutes,
  ...activityRoutes,
  ...reputationRoutes,
  ...contactsRoutes,
  ...segmentsRoutes,
  ...couponListsRoutes,
  ...formsRoutes,
  ...campaignsRoutes,
  ...approvalsRoutes,
  ...recurringRoutes,
  ...workflowsRoutes,
  ...templatesRoutes,
  ...partialsRoutes,
  ...domainsRoutes,
  ...domainChecksRoutes,
  ...domainReportsRoutes,
  ...transportsRoutes,
  ...inboxRoutes,
  ...keysRoutes,
  ...webhooksRoutes,
  ...importRoutes,
  ...suppressionsRoutes,
  ...verifyRoutes,
  ...settingsRoutes,
  ...machineChecksRoutes,
])

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  ...setupRoutes,
  ...inviteRoutes,
  ...resetPasswordRoutes,
  signedInRoute.addChildren([homeRoute, projectPages]),
])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  // A page is fetched when the pointer is over its link.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PagePending,
  scrollRestoration: true,
})

/** Loads the code of the first page at once: the router would fetch the account before it. */
export function loadFirstPage(): void {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const { options } of routes) {
    void (options.component as { preload?: () => Promise<void> } | undefined)?.preload?.()
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
