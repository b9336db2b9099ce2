// Writes src/platform/db/tables.ts from a freshly migrated database of the embedded server.
import { execFileSync } from 'node:child_process'
import { withMigratedDatabase } from './migrated-database.ts'

const OUT = 'src/platform/db/tables.ts'

// Columns whose text is one of our branded ids: every project_id, and the id of each table.
const IDS: Record<string, string> = {
  'projects.id': 'ProjectId',
  'projects.confirmation_template_id': 'TemplateId | null',
  'confirmations.id': 'ConfirmationId',
  'confirmations.contact_id': 'ContactId',
  'api_keys.id': 'KeyId',
  'contacts.id': 'ContactId',
  'contacts.subscription_event_id': 'EventId | null',
  'events.id': 'EventId',
  'events.contact_id': 'ContactId | null',
  'events.email_id': 'EmailId | null',
  'event_keys.event_id': 'EventId',
  'track_arrivals.contact_id': 'ContactId',
  'announcements.event_id': 'EventId',
  'announcements.contact_id': 'ContactId | null',
  'announcements.email_id': 'EmailId | null',
  'operations.id': 'OperationId',
  'domains.id': 'DomainId',
  'domain_keys.domain_id': 'DomainId',
  'transports.id': 'TransportId',
  'feedback_doors.project_id': 'ProjectId | null',
  'feedback_doors.transport_id': 'TransportId | null',
  'domain_transports.domain_id': 'DomainId',
  'domain_transports.transport_id': 'TransportId',
  'emails.transport_id': 'TransportId | null',
  'templates.id': 'TemplateId',
  'template_versions.template_id': 'TemplateId',
  'operation_uploads.operation_id': 'OperationId',
  'contents.id': 'ContentId',
  'emails.id': 'EmailId',
  'emails.content_id': 'ContentId',
  'emails.contact_id': 'ContactId | null',
  'emails.template_id': 'TemplateId | null',
  'email_events.email_id': 'EmailId',
  'email_events.id': 'EventId',
  'email_hits.email_id': 'EmailId',
  'email_hits.id': 'HitId',
  'email_firsts.email_id': 'EmailId',
  'feedback_probes.email_id': 'EmailId',
  'inbox_messages.email_id': 'EmailId',
  'parked_emails.email_id': 'EmailId',
  'all_emails.id': 'EmailId | null',
  'all_emails.contact_id': 'ContactId | null',
  'suppressions.id': 'SuppressionId',
  'segments.id': 'SegmentId',
  'topics.id': 'TopicId',
  'coupon_lists.id': 'CouponListId',
  'coupon_codes.id': 'CouponCodeId',
  'coupon_codes.list_id': 'CouponListId',
  'coupon_codes.contact_id': 'ContactId | null',
  'campaigns.id': 'CampaignId',
  'campaigns.template_id': 'TemplateId | null',
  'campaigns.segment_id': 'SegmentId | null',
  'campaign_recipients.campaign_id': 'CampaignId',
  'campaign_recipients.email_id': 'EmailId',
  'campaign_recipients.contact_id': 'ContactId',
  'consent_ledger.contact_id': 'ContactId',
  'deleted_contacts.contact_id': 'ContactId',
  'workflows.id': 'WorkflowId',
  'workflow_versions.workflow_id': 'WorkflowId',
  'webhooks.id': 'WebhookId',
  'webhook_deliveries.id': 'WebhookDeliveryId',
  'webhook_deliveries.webhook_id': 'WebhookId',
  'users.id': 'UserId',
  'sessions.user_id': 'UserId',
  'credentials.user_id': 'UserId',
  'two_factors.user_id': 'UserId',
  'members.user_id': 'UserId',
  'invitations.id': 'InvitationId',
  'audit_log.id': 'AuditId',
  'images.id': 'ImageId',
}

await withMigratedDatabase(async ({ pool, url }) => {
  const { rows } = await pool.query<{ table_name: string }>(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'project_id'",
  )
  const columns = {
    ...Object.fromEntries(rows.map(({ table_name: table }) => [`${table}.project_id`, 'ProjectId'])),
    ...IDS,
  }
  const names = [...new Set(Object.values(columns).map((type) => type.replace(' | null', '')))]
  const imports = Object.fromEntries(names.map((name) => [name, `../ids.ts#${name}`]))
  const flags = [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    OUT,
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--type-mapping',
    '{"int8":"number"}',
  ]
  execFileSync(
    process.execPath,
    [
      'node_modules/.bin/kysely-codegen',
      ...flags,
      '--overrides',
      JSON.stringify({ columns }),
      '--custom-imports',
      JSON.stringify(imports),
    ],
    { stdio: 'inherit' },
  )
})
