// How the rows of each table move with their project. A new table must be listed here: moved-tables.test.ts compares the list
// with the database.
//
// A column is left out of comparisons if it cannot be equal on both sides: numbers that each installation gives itself, secrets
// that are encrypted anew, and the ids of people.

export type MovedTable = {
  name: string
  /** The rows of the project $1; `project_id = $1` unless given. */
  rows?: string
  /** The target fills these itself. */
  omits?: readonly string[]
  /** Columns with a value of their own on the target, as an expression over the row of the source. */
  sets?: Readonly<Record<string, string>>
  /** Encrypted again for the target after the copy. */
  sealed?: readonly string[]
  /** The id of a person, who has another one on the target. Rows of people who have no account there are left out. */
  person?: string
}

const OF_DOOR = 'door_id in (select id from feedback_doors where project_id = $1)'

/** Tables with nothing special about them are names only. */
const PLAIN = [
  'announcements',
  'api_keys',
  'approvals',
  'audit_log',
  'blobs',
  'brand_kits',
  'campaign_recipients',
  'campaigns',
  'cap_slots',
  'confirmations',
  'consent_ledger',
  'contacts',
  'content_bodies',
  'contents',
  'conversions',
  'counter_deltas',
  'counters',
  'coupon_codes',
  'coupon_lists',
  'deleted_contacts',
  'dmarc_days',
  'domain_check_changes',
  'domain_checks',
  'domain_reports',
  'domain_transports',
  'domains',
  'email_events',
  'email_firsts',
  'email_hits',
  'email_payloads',
  'emails',
  'event_keys',
  'event_listeners',
  'events',
  'feedback_probes',
  'forms',
  'given_alerts',
  'goals',
  'holdout_members',
  'idempotency_keys',
  'images',
  'inbox_messages',
  'invitations',
  'known_names',
  'operation_uploads',
  'operations',
  'parked_emails',
  'partial_versions',
  'partials',
  'project_health',
  'provider_reports',
  'recurring_campaigns',
  'recurring_items',
  'recurring_runs',
  'report_alerts',
  'report_emails',
  'report_sources',
  'reputation_replies',
  'saved_views',
  'segment_counts',
  'segment_members',
  'segment_notes',
  'segment_ranges',
  'segment_sizes',
  'segment_times',
  'segment_watches',
  'segments',
  'send_buckets',
  'sender_refusals',
  'sent_confirmations',
  'sent_days',
  'suppressions',
  'template_translations',
  'template_versions',
  'templates',
  'tls_days',
  'topics',
  'trigger_ranges',
  'uses',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_feed_events',
  'webhook_feeds',
  'webhook_turns',
  'workflow_calls',
  'workflow_causes',
  'workflow_dates',
  'workflow_entries',
  'workflow_executions',
  'workflow_history',
  'workflow_inputs',
  'workflow_schedules',
  'workflow_trigger_stamps',
  'workflow_triggers',
  'workflow_versions',
  'workflow_waits',
  'workflows',
]

export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'projects', rows: 'id = $1' },
  ...PLAIN.map((name) => ({ name })),
  { name: 'alert_emails', person: 'user_id' },
  // Those of a transport describe how this installation reached its receivers.
  {
    name: 'brakes',
    rows: 'project_id = $1 and route_id is null',
    omits: ['id'],
  },
  { name: 'domain_keys', sealed: ['private_key'] },
  // Waits for MAIL_TRANSPORT of the target, whose engine moves it to the transport of its sender. A claim belongs to a worker
  // here; there are none when the last copy is made.
  { name: 'email_queue', sets: { route_id: '0' } },
  { name: 'feedback_doors', sealed: ['token', 'proofs'] },
  { name: 'members', person: 'user_id' },
  { name: 'reply_notes', omits: ['id'] },
  { name: 'transports', omits: ['route_id'], sealed: ['secrets'] },
  { name: 'unmatched_reports', rows: OF_DOOR, omits: ['id'] },
  { name: 'used_report_tokens', rows: OF_DOOR },
  { name: 'webhooks', sealed: ['secret', 'old_secret'] },
]

/** Tables that stay, each with the reason. */
export const STAYING_TABLES: Readonly<Record<string, string>> = {
  credentials: 'of people',
  departed_keys: 'about moves',
  destinations: 'the target makes its own, and warms its own addresses up',
  form_limits: 'unlogged',
  form_proofs: 'unlogged',
  google_days: 'of the installation',
  google_domains: 'of the installation',
  installation: 'of the installation',
  machine_check_changes: 'of the installation',
  machine_checks: 'of the installation',
  password_resets: 'of people',
  postmaster_sources: 'of the installation',
  project_keys: 'encrypted anew, with one more (secrets/project-keys.ts)',
  project_moves: 'about moves',
  rate_windows: 'unlogged',
  schema_migrations: 'of the installation',
  sessions: 'of people',
  setup_tokens: 'of the installation',
  sign_in_failures: 'unlogged',
  snds_blocks: 'of the installation',
  snds_days: 'of the installation',
  sts_policies: 'of the installation',
  track_arrivals: 'unlogged',
  transport_troubles: 'of the workers of an installation',
  two_factors: 'of people',
  unused_objects: 'of the object store of the installation',
  users: 'of people',
  verifications: 'of people',
  warm_ups: 'of the addresses of the installation',
  worker_heartbeats: 'of the installation',
}

/** The condition for the rows of the project $1. */
export const rowsOf = ({ rows = 'project_id = $1' }: MovedTable): string => rows
