import { API_EXAMPLES } from './api-examples.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { auditRoutes } from './features/accounts/audit/audit.routes.ts'
import {
  createAccountParts,
  createAuditRecorder,
  createSessionReader,
  sessionCookieName,
} from './features/accounts/index.ts'
import { invitationRoutes } from './features/accounts/members/invitations.routes.ts'
import { memberRoutes } from './features/accounts/members/members.routes.ts'
import { ownSessionRoutes } from './features/accounts/own-sessions/own-sessions.routes.ts'
import { passwordResetRoutes } from './features/accounts/password-reset/password-reset.routes.ts'
import { authRoutes } from './features/accounts/sign-in/auth.routes.ts'
import { oidcRoutes } from './features/accounts/sign-in/oidc/oidc.routes.ts'
import { approvalRoutes } from './features/approvals/approvals.routes.ts'
import { archiveRoutes } from './features/campaigns/archive/archive.routes.ts'
import { campaignRoutes } from './features/campaigns/campaigns.routes.ts'
import { explainCampaign, findEmailsOfCampaign } from './features/campaigns/index.ts'
import { preflightRoutes } from './features/campaigns/preflight/preflight.routes.ts'
import { campaignSendingRoutes } from './features/campaigns/sending/sending.routes.ts'
import { campaignExportRoutes } from './features/campaigns/statistics/exports.routes.ts'
import { campaignStatisticsRoutes } from './features/campaigns/statistics/statistics.routes.ts'
import { consentRoutes } from './features/contacts/consent/consent.routes.ts'
import { domainCheckRoutes } from './features/checks/domain-checks.routes.ts'
import { machineCheckRoutes } from './features/checks/machine-checks.routes.ts'
import { postmasterRoutes } from './features/postmaster/postmaster.routes.ts'
import { givenAlertRoutes } from './features/domain-reports/alerts/given-alerts.routes.ts'
import { domainReportRoutes } from './features/domain-reports/desk/domain-reports.routes.ts'
import { contactEventRoutes } from './features/contacts/record/contact-events.routes.ts'
import { isAboutAddress } from './features/contacts/record/address-search.queries.ts'
import { findContact } from './features/contacts/record/contacts.queries.ts'
import { contactRoutes } from './features/contacts/contacts.routes.ts'
import { missingFieldRoutes } from './features/contacts/data/missing.routes.ts'
import { importRoutes } from './features/contacts/import/import.routes.ts'
import { sampleDataRoutes } from './features/dashboard/sample-data/sample-data.routes.ts'
import { overviewRoutes } from './features/dashboard/overview/overview.routes.ts'
import { searchRoutes } from './features/dashboard/search/search.routes.ts'
import { streamRoutes } from './features/dashboard/stream/stream.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { NO_PAGES } from './features/dashboard/index.ts'
import type { Pages } from './features/dashboard/index.ts'
import { compatRoutes } from './features/compat/compat.routes.ts'
import { healthRoutes } from './features/delivery/health/health.routes.ts'
import { capsPreviewRoutes } from './features/delivery/holds/caps-preview.routes.ts'
import {
  brakeRoutes,
  instanceReputationRoutes,
  reputationRoutes,
} from './features/delivery/reputation/reputation.routes.ts'
import { destinationRoutes } from './features/delivery/mx/destinations.routes.ts'
import { dkimZoneRoutes } from './features/dkim-zone/dkim-zone.routes.ts'
import { domainRoutes } from './features/domains/domains.routes.ts'
import { createContactEmails, createEmailSources } from './features/emails/index.ts'
import { emailRoutes } from './features/emails/emails.routes.ts'
import { engagementRoutes } from './features/emails/engagement/engagement.routes.ts'
import { inboxRoutes } from './features/emails/inbox/inbox.routes.ts'
import { inboxWaitRoutes } from './features/emails/inbox/wait/inbox-wait.routes.ts'
import { doorRoutes } from './features/feedback/door/door.routes.ts'
import { instanceDoorRoutes } from './features/feedback/door/instance-door.routes.ts'
import { transportDoorRoutes } from './features/feedback/door/transport-door.routes.ts'
import { recurringRoutes } from './features/campaigns/recurring/recurring.routes.ts'
import { formRoutes } from './features/forms/forms.routes.ts'
import { publicFormRoutes } from './features/forms/submit/public-form.routes.ts'
import { explainRoutes } from './features/explain/explain.routes.ts'
import { guideRoutes } from './features/guide/guide.routes.ts'
import { createGuideSearch, NO_GUIDE } from './features/guide/index.ts'
import type { Guide } from './features/guide/index.ts'
import { imageRoutes, IMAGE_MEDIA_TYPES } from './features/images/images.routes.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { mcpRoutes } from './features/mcp/mcp.routes.ts'
import { operationRoutes } from './features/operations/operations.routes.ts'
import { confirmRoutes } from './features/opt-in/confirm.routes.ts'
import { createContactSignUp, createDoubleOptInCheck } from './features/opt-in/index.ts'
import { createKeyFinder } from './features/projects/index.ts'
import { keyRoutes } from './features/projects/keys.routes.ts'
import { projectRoutes } from './features/projects/projects.routes.ts'
import { createContactSegments } from './features/segments/index.ts'
import { segmentRoutes } from './features/segments/segments.routes.ts'
import { contactSegmentRoutes } from './features/segments/of-contact/of-contact.routes.ts'
import { sendRoutes } from './features/send/send.routes.ts'
import { contentCheckRoutes } from './features/content-checks/content-checks.routes.ts'
import { templateTestRoutes } from './features/send/template-test.routes.ts'
import { suppressionImportRoutes } from './features/suppressions/import/import.routes.ts'
import { suppressionRoutes } from './features/suppressions/suppressions.routes.ts'
import { brandRoutes } from './features/templates/brand/brand.routes.ts'
import { partialRoutes } from './features/templates/partials/partials.routes.ts'
import { templateRoutes } from './features/templates/templates.routes.ts'
import { bestHourRoutes } from './features/best-hour/best-hour.routes.ts'
import { controlGroupRoutes } from './features/goals/holdouts/control-group.routes.ts'
import { isTestRecipient, TEST_RECIPIENT_DOMAIN } from './features/suppressions/index.ts'
import { couponRoutes } from './features/coupons/coupons.routes.ts'
import { projectFileRoutes } from './features/project-files/project-files.routes.ts'
import { viewRoutes } from './features/views/views.routes.ts'
import { topicRoutes } from './features/topics/topics.routes.ts'
import { trackRoutes } from './features/track/track.routes.ts'
import { createFindLinkTargets, eraseHits } from './features/tracking/index.ts'
import { hitRoutes } from './features/tracking/hits.routes.ts'
import { trackingRoutes } from './features/tracking/tracking.routes.ts'
import { browserRoutes } from './features/unsubscribe/browser.routes.ts'
import { preferencesRoutes } from './features/unsubscribe/preferences/preferences.routes.ts'
import { unsubscribeRoutes } from './features/unsubscribe/unsubscribe.routes.ts'
import { listUsingRecords, requireUnused } from './features/uses/index.ts'
import { verifyRoutes } from './features/verify/verify.routes.ts'
import { feedRoutes } from './features/webhooks/feed/feed.routes.ts'
import { webhookDeliveryRoutes } from './features/webhooks/log/deliveries.routes.ts'
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts'
import { transportRoutes } from './features/transports/transports.routes.ts'
import { webhookRoutes } from './features/webhooks/endpoints/webhooks.routes.ts'
import { executionRoutes } from './features/workflows/executions/executions.routes.ts'
import { contactExecutionRoutes } from './features/workflows/executions/contact-executions.routes.ts'
import { workflowSecretRoutes } from './features/workflows/webhooks/secret.routes.ts'
import { workflowPreflightRoutes } from './features/workflows/preflight/preflight.routes.ts'
import { workflowVersionRoutes } from './features/workflows/versions/versions.routes.ts'
import { workflowRoutes } from './features/workflows/workflows.routes.ts'
import { explainWorkflow } from './features/workflows/index.ts'
import { buildFilters } from './filter-sources.ts'
import { createInvitationEmail } from './invitation-email.ts'
import { createPasswordResetEmails } from './password-reset-email.ts'
import { createSampleForms } from './sample-forms.ts'
import { createSampleHistory } from './sample-history.ts'
import { createSampleTrack } from './sample-track.ts'
import { createSendingEffects } from './sending-effects.ts'
import { cookieOf } from './platform/access/cookies.ts'
import type { Deps } from './platform/deps.ts'
import { PATH_SYNONYMS } from './path-synonyms.ts'
import { WEBHOOK_DESCRIPTIONS } from './features/webhooks/payloads/webhook-descriptions.ts'
import type { App } from './platform/http/app-types.ts'
import { CSV_MEDIA_TYPE } from './platform/http/body/csv-upload.ts'
import { collectOperations } from './platform/http/inner-calls/operations.ts'
import type { Operations } from './platform/http/inner-calls/operations.ts'
import { createServer } from './platform/http/server.ts'

/** The HTTP side, ready to listen or for `inject` in tests. Tests of the API need no pages. */
export async function buildApp(
  deps: Deps,
  { pages = NO_PAGES, guide = NO_GUIDE }: { pages?: Pages; guide?: Guide } = {},
): Promise<App> {
  const parts = createParts(deps)
  const readSession = createSessionReader(deps)
  const cookieName = sessionCookieName(deps.config.publicUrl)
  return createServer(deps, {
    findKey: createKeyFinder(deps.database, deps.clock),
    findSession: (cookies, projectId) => readSession(cookieOf(cookies, cookieName), projectId),
    recordAudit: createAuditRecorder(deps),
    uploadMediaTypes: [CSV_MEDIA_TYPE, ...IMAGE_MEDIA_TYPES],
    apiAdditions: { examples: API_EXAMPLES, webhooks: WEBHOOK_DESCRIPTIONS },
    pathSynonyms: PATH_SYNONYMS,
    addRoutes(app) {
      const operations = collectOperations(app)
      peopleRoutes(app, deps, parts)
      audienceRoutes(app, deps, parts)
      sendingRoutes(app, deps, parts)
      campaignsAndWorkflowsRoutes(app, deps, parts)
      agentRoutes(app, deps, { ...parts, operations, guide })
      compatRoutes(app, deps, { operations })
      projectFileRoutes(app, deps, { ...parts, checkDoubleOptIn: createDoubleOptInCheck(deps) })
      publicRoutes(app, deps, parts)
      dashboardDataRoutes(app, deps, parts)
      dashboardRoutes(app, { pages, publicUrl: deps.config.publicUrl })
      guideRoutes(app, { guide })
    },
  })
}

/** Parts that several features share. */
type Parts = ReturnType<typeof createParts>

function createParts(deps: Deps) {
  const filters = buildFilters(deps.database)
  return {
    accounts: createAccountParts(deps),
    emails: createContactEmails({ secrets: deps.secrets, eraseHits }),
    filters,
    segments: createContactSegments(filters),
    sources: createEmailSources(deps),
  }
}

/** Accounts, projects and their keys. */
function peopleRoutes(app: App, deps: Deps, { accounts }: Parts): void {
  accountRoutes(app, deps, accounts)
  authRoutes(app, deps, accounts)
  const resetEmails = createPasswordResetEmails(deps)
  oidcRoutes(app, deps, { resetEmails })
  ownSessionRoutes(app, deps)
  passwordResetRoutes(app, deps, { emails: resetEmails })
  memberRoutes(app, deps)
  invitationRoutes(app, deps, { parts: accounts, emailInvitation: createInvitationEmail(deps) })
  auditRoutes(app, deps)
  projectRoutes(app, deps, { checkDoubleOptIn: createDoubleOptInCheck(deps) })
  keyRoutes(app, deps)
}

/** Contacts and what is known of them. */
function audienceRoutes(app: App, deps: Deps, { filters, emails, segments }: Parts): void {
  importRoutes(app, deps, { segments })
  contactRoutes(app, deps, { filters, emails, segments, signUp: createContactSignUp(deps) })
  personalDataRoutes(app, deps)
  segmentRoutes(app, deps, { filters })
  contactSegmentRoutes(app, deps, { filters })
  controlGroupRoutes(app, deps, { filters, isTestRecipient, testAddresses: `%@${TEST_RECIPIENT_DOMAIN}` })
  couponRoutes(app, deps)
  topicRoutes(app, deps, { requireUnused, listUses: listUsingRecords })
  formRoutes(app, deps)
  contactEventRoutes(app, deps)
  bestHourRoutes(app, deps)
  engagementRoutes(app, deps)
  missingFieldRoutes(app, deps, { filters, segments })
  consentRoutes(app, deps)
  eventRoutes(app, deps, { isAboutAddress })
  trackRoutes(app, deps)
  suppressionRoutes(app, deps)
  suppressionImportRoutes(app, deps)
}

/** Email, and the ways that it takes. */
function sendingRoutes(app: App, deps: Deps, { sources }: Parts): void {
  domainRoutes(app, deps)
  domainCheckRoutes(app, deps)
  machineCheckRoutes(app, deps)
  postmasterRoutes(app, deps)
  dkimZoneRoutes(app, deps)
  domainReportRoutes(app, deps)
  givenAlertRoutes(app, deps)
  transportRoutes(app, deps)
  transportDoorRoutes(app, deps)
  instanceDoorRoutes(app, deps)
  destinationRoutes(app, deps)
  healthRoutes(app, deps)
  reputationRoutes(app, deps)
  brakeRoutes(app, deps)
  instanceReputationRoutes(app, deps)
  capsPreviewRoutes(app, deps)
  verifyRoutes(app, deps)
  sendRoutes(app, deps)
  templateTestRoutes(app, deps)
  templateRoutes(app, deps, { findContact })
  contentCheckRoutes(app, deps)
  partialRoutes(app, deps, { findContact })
  brandRoutes(app, deps)
  imageRoutes(app, deps)
  viewRoutes(app, deps)
  emailRoutes(app, deps, { findEmailsOfCampaign, sources })
  inboxRoutes(app, deps, sources)
  inboxWaitRoutes(app, deps, { sources, findLinkTargets: createFindLinkTargets(deps) })
}

/** Campaigns, workflows and webhooks. */
function campaignsAndWorkflowsRoutes(app: App, deps: Deps, { filters }: Parts): void {
  recurringRoutes(app, deps, { filters })
  campaignRoutes(app, deps, { filters })
  campaignSendingRoutes(app, deps, { filters })
  preflightRoutes(app, deps, { filters })
  campaignStatisticsRoutes(app, deps)
  campaignExportRoutes(app)
  workflowRoutes(app, deps)
  workflowPreflightRoutes(app, deps)
  workflowSecretRoutes(app, deps)
  workflowVersionRoutes(app, deps)
  executionRoutes(app, deps, { filters })
  contactExecutionRoutes(app, deps)
  explainRoutes(app, deps, { filters, explainCampaign, explainWorkflow })
  webhookRoutes(app, deps)
  feedRoutes(app, deps)
  webhookDeliveryRoutes(app, deps)
  operationRoutes(app)
}

/** Agents, and what they may not send without a person. */
function agentRoutes(
  app: App,
  deps: Deps,
  { filters, operations, guide }: Parts & { operations: Operations; guide: Guide },
): void {
  const effects = createSendingEffects(deps, { filters })
  approvalRoutes(app, deps, { effects })
  const searchDocs = createGuideSearch({ guide, publicUrl: deps.config.publicUrl })
  mcpRoutes(app, deps, { effects, operations, searchDocs })
}

/** Links in emails, forms, and reports of providers: routes without a key. */
function publicRoutes(app: App, deps: Deps, { sources }: Parts): void {
  trackingRoutes(app, deps)
  doorRoutes(app, deps)
  hitRoutes(app, deps)
  unsubscribeRoutes(app, deps)
  preferencesRoutes(app, deps)
  confirmRoutes(app, deps)
  browserRoutes(app, deps, sources)
  publicFormRoutes(app, deps)
  archiveRoutes(app, deps)
}

/** Requests that only the dashboard makes. */
function dashboardDataRoutes(app: App, deps: Deps, { emails, filters }: Parts): void {
  sampleDataRoutes(app, deps, {
    emails,
    track: createSampleTrack(deps),
    forms: createSampleForms(deps),
    history: createSampleHistory(deps, { filters }),
  })
  overviewRoutes(app, deps)
  streamRoutes(app, deps)
  searchRoutes(app)
}
