// The examples of the API description, collected from the features. A test checks that every body has one and that it
// fits its schema; another sends the requests to the app.
import { accountExamples } from './features/accounts/accounts.examples.ts'
import { campaignExamples } from './features/campaigns/campaigns.examples.ts'
import { domainReportExamples } from './features/domain-reports/desk/domain-reports.examples.ts'
import { checkExamples } from './features/checks/checks.examples.ts'
import { consentExamples } from './features/contacts/consent/consent.examples.ts'
import { contactExamples } from './features/contacts/contacts.examples.ts'
import { dashboardExamples } from './features/dashboard/dashboard.examples.ts'
import { reputationExamples } from './features/delivery/reputation/reputation.examples.ts'
import { healthExamples } from './features/delivery/health/health.examples.ts'
import { capsPreviewExamples } from './features/delivery/holds/caps-preview.examples.ts'
import { destinationExamples } from './features/delivery/mx/destinations.examples.ts'
import { dkimZoneExamples } from './features/dkim-zone/dkim-zone.examples.ts'
import { domainExamples } from './features/domains/domains.examples.ts'
import { emailExamples } from './features/emails/emails.examples.ts'
import { eventExamples } from './features/events/events.examples.ts'
import { explainExamples } from './features/explain/explain.examples.ts'
import { doorExamples } from './features/feedback/door/door.examples.ts'
import { transportDoorExamples } from './features/feedback/door/transport-door.examples.ts'
import { recurringExamples } from './features/campaigns/recurring/recurring.examples.ts'
import { formExamples } from './features/forms/forms.examples.ts'
import { imageExamples } from './features/images/images.examples.ts'
import { operationExamples } from './features/operations/operations.examples.ts'
import { keyExamples } from './features/projects/keys.examples.ts'
import { projectFileExamples } from './features/project-files/project-files.examples.ts'
import { projectExamples } from './features/projects/projects.examples.ts'
import { segmentExamples } from './features/segments/segments.examples.ts'
import { sendExamples } from './features/send/send.examples.ts'
import { suppressionExamples } from './features/suppressions/suppressions.examples.ts'
import { templateExamples } from './features/templates/templates.examples.ts'
import { bestHourExamples } from './features/best-hour/best-hour.examples.ts'
import { controlGroupExamples } from './features/goals/holdouts/control-group.examples.ts'
import { brandExamples } from './features/templates/brand/brand.examples.ts'
import { partialExamples } from './features/templates/partials/partials.examples.ts'
import { contentCheckExamples } from './features/content-checks/content-checks.examples.ts'
import { postmasterExamples } from './features/postmaster/postmaster.examples.ts'
import { couponExamples } from './features/coupons/coupons.examples.ts'
import { approvalExamples } from './features/approvals/approvals.examples.ts'
import { compatExamples } from './features/compat/compat.examples.ts'
import { mcpExamples } from './features/mcp/mcp.examples.ts'
import { viewExamples } from './features/views/views.examples.ts'
import { topicExamples } from './features/topics/topics.examples.ts'
import { trackExamples } from './features/track/track.examples.ts'
import { trackingExamples } from './features/tracking/tracking.examples.ts'
import { transportExamples } from './features/transports/transports.examples.ts'
import { verifyExamples } from './features/verify/verify.examples.ts'
import { feedExamples } from './features/webhooks/feed/feed.examples.ts'
import { deliveryExamples } from './features/webhooks/log/deliveries.examples.ts'
import { webhookExamples } from './features/webhooks/endpoints/webhooks.examples.ts'
import { webhookEventExamples } from './features/webhooks/payloads/webhook-events.examples.ts'
import { workflowExamples } from './features/workflows/workflows.examples.ts'

export const API_EXAMPLES = {
  ...projectExamples,
  ...projectFileExamples,
  ...keyExamples,
  ...accountExamples,
  ...contactExamples,
  ...consentExamples,
  ...segmentExamples,
  ...controlGroupExamples,
  ...couponExamples,
  ...bestHourExamples,
  ...brandExamples,
  ...partialExamples,
  ...topicExamples,
  ...viewExamples,
  ...approvalExamples,
  ...mcpExamples,
  ...compatExamples,
  ...formExamples,
  ...recurringExamples,
  ...campaignExamples,
  ...eventExamples,
  ...trackExamples,
  ...operationExamples,
  ...dkimZoneExamples,
  ...domainExamples,
  ...checkExamples,
  ...postmasterExamples,
  ...domainReportExamples,
  ...transportExamples,
  ...verifyExamples,
  ...sendExamples,
  ...templateExamples,
  ...contentCheckExamples,
  ...workflowExamples,
  ...webhookExamples,
  ...feedExamples,
  ...deliveryExamples,
  ...webhookEventExamples(emailExamples.Email),
  ...emailExamples,
  ...explainExamples,
  ...healthExamples,
  ...reputationExamples,
  ...capsPreviewExamples,
  ...destinationExamples,
  ...imageExamples,
  ...dashboardExamples,
  ...suppressionExamples,
  ...doorExamples,
  ...transportDoorExamples,
  ...trackingExamples,
}
