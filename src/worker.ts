import { accountHandlers } from './features/accounts/accounts.handlers.ts'
import { approvalHandlers } from './features/approvals/approvals.handlers.ts'
import { findCampaignExposures, recurringWork } from './features/campaigns/index.ts'
import { campaignHandlers } from './features/campaigns/sending/campaigns.handlers.ts'
import { checkHandlers } from './features/checks/checks.handlers.ts'
import { domainCheckWork } from './features/checks/index.ts'
import { contactHandlers } from './features/contacts/contacts.handlers.ts'
import { retentionHandlers } from './features/delivery/retention/retention.handlers.ts'
import { reputationHandlers } from './features/delivery/reputation/reputation.handlers.ts'
import { healthHandlers } from './features/delivery/health/health.handlers.ts'
import { holdHandlers } from './features/delivery/holds/holds.handlers.ts'
import { domainWork } from './features/domains/index.ts'
import { domainReportHandlers } from './features/domain-reports/domain-reports.handlers.ts'
import { readReportsWork } from './features/domain-reports/index.ts'
import { eraseHandlers } from './features/emails/erase/erase.handlers.ts'
import { createContactEmails } from './features/emails/index.ts'
import { eventHandlers } from './features/events/events.handlers.ts'
import { announcementWork } from './features/events/index.ts'
import { feedbackHandlers } from './features/feedback/feedback.handlers.ts'
import { reportWork } from './features/feedback/index.ts'
import { optInHandlers } from './features/opt-in/opt-in.handlers.ts'
import { operationHandlers } from './features/operations/operations.handlers.ts'
import { countWork, createContactSegments, noteWork, segmentListener } from './features/segments/index.ts'
import { segmentHandlers } from './features/segments/segments.handlers.ts'
import { suppressionHandlers } from './features/suppressions/suppressions.handlers.ts'
import { partialHandlers } from './features/templates/partials/partials.handlers.ts'
import { formHandlers } from './features/forms/forms.handlers.ts'
import { goalHandlers } from './features/goals/goals.handlers.ts'
import { createGoalListener } from './features/goals/index.ts'
import { trackHandlers } from './features/track/track.handlers.ts'
import { eraseHits } from './features/tracking/index.ts'
import { trackingHandlers } from './features/tracking/tracking.handlers.ts'
import { createWebhookListener, createWebhookWork, turnAudit } from './features/webhooks/index.ts'
import { webhookHandlers } from './features/webhooks/webhooks.handlers.ts'
import {
  createWorkflowListener,
  findWorkflowExposures,
  workflowAudits,
  workflowWork,
} from './features/workflows/index.ts'
import { workflowHandlers } from './features/workflows/workflows.handlers.ts'
import { buildFilters } from './filter-sources.ts'
import { postmasterHandlers } from './features/postmaster/postmaster.handlers.ts'
import { MOVABLE_BYTES } from './movable-bytes.ts'
import { createPasswordResetEmails } from './password-reset-email.ts'
import { JOB_LIMIT_MS } from './platform/db/failures/statement-limits.ts'
import type { Deps } from './platform/deps.ts'
import type { BoundHandler } from './platform/jobs/handler.ts'
import { upkeepHandlers } from './platform/jobs/upkeep.ts'
import { objectHandlers } from './platform/objects/objects-upkeep.ts'
import type { WorkAudit } from './platform/work/work-audit.ts'
import type { WorkKind } from './platform/work/work-kinds.ts'
import { MONTHLY_TABLES } from './prepare-database.ts'

/** Find rows that sleep although they have work. */
export const WORK_AUDITS: readonly WorkAudit[] = [turnAudit, ...workflowAudits]

/** The job handlers of all features. */
export function buildHandlers(nodeDeps: Deps): BoundHandler[] {
  const deps = { ...nodeDeps, database: nodeDeps.database.within(JOB_LIMIT_MS) }
  const erasing = { secrets: deps.secrets, eraseHits }
  const emails = createContactEmails(erasing)
  const filters = buildFilters(deps.database)
  const segments = createContactSegments(filters)
  return [
    ...upkeepHandlers(deps, { monthlyTables: MONTHLY_TABLES, workAudits: WORK_AUDITS }),
    ...objectHandlers(deps, { tables: MOVABLE_BYTES }),
    ...accountHandlers(deps, { resetEmails: createPasswordResetEmails(deps) }),
    ...eventHandlers(deps),
    ...operationHandlers(deps),
    ...contactHandlers(deps, { filters, emails, segments }),
    ...segmentHandlers(deps, { filters }),
    ...campaignHandlers(deps, { filters }),
    ...workflowHandlers(deps),
    ...partialHandlers(deps),
    ...trackHandlers(deps),
    ...formHandlers(deps),
    ...goalHandlers(deps),
    ...trackingHandlers(deps),
    ...healthHandlers(deps),
    ...reputationHandlers(deps),
    ...holdHandlers(deps),
    ...checkHandlers(deps),
    ...postmasterHandlers(deps),
    ...suppressionHandlers(deps),
    ...retentionHandlers(deps),
    ...webhookHandlers(deps),
    ...eraseHandlers(deps, erasing),
    ...feedbackHandlers(deps),
    ...domainReportHandlers(deps),
    ...optInHandlers(deps, { emails }),
    ...approvalHandlers(deps),
  ]
}

/** All work that waits in tables of its own (platform/work). */
export function buildWork(nodeDeps: Deps): WorkKind[] {
  const deps = { ...nodeDeps, database: nodeDeps.database.within(JOB_LIMIT_MS) }
  const filters = buildFilters(deps.database)
  const workflows = workflowWork(deps, { filters, segments: createContactSegments(filters) })
  const listeners = [
    segmentListener,
    createWorkflowListener(workflows.signals),
    createWebhookListener(deps.clock),
    createGoalListener({ campaign: findCampaignExposures, workflow: findWorkflowExposures }),
  ]
  return [
    ...listeners.map(announcementWork),
    noteWork({ ...deps, filters }),
    ...workflows.kinds,
    recurringWork(deps, { filters }),
    createWebhookWork(nodeDeps),
    countWork(deps, { filters }),
    domainWork(deps),
    domainCheckWork(deps),
    ...reportWork(deps),
    readReportsWork(deps),
  ]
}
