import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findWrites } from './table-owners.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** Each table with the folder, or the few, that write it. Other features change a row by calling a function of its owner. */
const OWNERS: Record<string, string | string[]> = {
  announcements: 'src/features/events/',
  approvals: 'src/features/approvals/',
  api_keys: 'src/features/projects/',
  audit_log: 'src/features/accounts/',
  departed_keys: 'src/platform/moves/',
  project_keys: 'src/platform/secrets/',
  project_moves: 'src/platform/moves/',
  blobs: 'src/features/delivery/',
  brand_kits: 'src/features/templates/brand/',
  campaign_recipients: 'src/features/campaigns/',
  campaigns: 'src/features/campaigns/',
  cap_slots: 'src/features/delivery/holds/',
  confirmations: 'src/features/opt-in/',
  consent_ledger: 'src/features/contacts/consent/',
  contacts: 'src/features/contacts/',
  content_bodies: 'src/features/delivery/',
  contents: 'src/features/delivery/',
  holdout_members: 'src/features/goals/',
  conversions: 'src/features/goals/',
  brakes: ['src/features/delivery/reputation/', 'src/features/delivery/mx/'],
  reply_notes: 'src/features/delivery/',
  reputation_replies: 'src/features/delivery/reputation/',
  counter_deltas: ['src/platform/db/', 'src/features/delivery/tally/', 'src/features/goals/'],
  counters: ['src/platform/db/', 'src/features/delivery/'],
  credentials: 'src/features/accounts/',
  deleted_contacts: 'src/features/contacts/consent/',
  destinations: 'src/features/transports/',
  domain_check_changes: 'src/features/checks/',
  domain_checks: 'src/features/checks/',
  machine_check_changes: 'src/features/checks/',
  machine_checks: 'src/features/checks/',
  google_days: 'src/features/postmaster/',
  google_domains: 'src/features/postmaster/',
  postmaster_sources: 'src/features/postmaster/',
  snds_blocks: 'src/features/postmaster/',
  snds_days: 'src/features/postmaster/',
  domain_keys: 'src/features/domains/',
  domains: 'src/features/domains/',
  dmarc_days: 'src/features/domain-reports/',
  domain_reports: 'src/features/domain-reports/',
  report_alerts: 'src/features/domain-reports/',
  given_alerts: 'src/features/domain-reports/',
  alert_emails: 'src/features/domain-reports/',
  report_emails: 'src/features/domain-reports/',
  report_sources: 'src/features/domain-reports/',
  sent_days: 'src/features/domain-reports/',
  tls_days: 'src/features/domain-reports/',
  email_events: 'src/features/delivery/record/',
  email_firsts: 'src/features/tracking/',
  email_hits: 'src/features/tracking/',
  email_payloads: 'src/features/delivery/record/',
  email_queue: 'src/features/delivery/',
  emails: 'src/features/delivery/record/',
  event_keys: 'src/features/track/',
  event_listeners: 'src/features/events/',
  events: 'src/features/events/',
  goals: 'src/features/goals/',
  form_limits: 'src/features/forms/submit/',
  form_proofs: 'src/features/forms/submit/',
  forms: 'src/features/forms/',
  idempotency_keys: 'src/platform/db/',
  images: 'src/features/images/',
  inbox_messages: 'src/features/delivery/transports/',
  installation: 'src/platform/db/',
  invitations: 'src/features/accounts/',
  known_names: 'src/platform/db/',
  members: 'src/features/accounts/',
  operation_uploads: 'src/features/operations/',
  operations: 'src/features/operations/',
  password_resets: 'src/features/accounts/',
  parked_emails: 'src/features/delivery/',
  sender_refusals: 'src/features/delivery/tally/',
  project_health: 'src/features/delivery/health/',
  projects: ['src/features/projects/', 'src/platform/moves/'],
  rate_windows: 'src/platform/db/',
  recurring_campaigns: 'src/features/campaigns/recurring/',
  recurring_items: 'src/features/campaigns/recurring/',
  recurring_runs: 'src/features/campaigns/recurring/',
  schema_migrations: 'src/platform/db/',
  segment_counts: 'src/features/segments/',
  segment_members: 'src/features/segments/',
  segment_notes: 'src/features/segments/',
  segment_ranges: 'src/features/segments/',
  segment_sizes: 'src/features/segments/',
  segment_times: 'src/features/segments/',
  segment_watches: 'src/features/segments/',
  segments: 'src/features/segments/',
  send_buckets: 'src/features/delivery/queue/',
  sent_confirmations: 'src/features/opt-in/',
  sessions: 'src/features/accounts/',
  setup_tokens: 'src/features/projects/',
  feedback_doors: 'src/features/feedback/door/',
  feedback_probes: 'src/features/feedback/door/',
  provider_reports: 'src/features/feedback/door/',
  unmatched_reports: 'src/features/feedback/door/',
  used_report_tokens: 'src/features/feedback/door/',
  sign_in_failures: 'src/features/accounts/',
  sts_policies: 'src/features/delivery/mx/',
  suppressions: 'src/features/suppressions/',
  template_translations: 'src/features/templates/',
  template_versions: 'src/features/templates/',
  templates: 'src/features/templates/',
  partials: 'src/features/templates/partials/',
  partial_versions: 'src/features/templates/partials/',
  coupon_codes: 'src/features/coupons/',
  coupon_lists: 'src/features/coupons/',
  saved_views: 'src/features/views/',
  topics: 'src/features/topics/',
  track_arrivals: 'src/features/track/',
  transport_troubles: 'src/features/transports/',
  transports: 'src/features/transports/',
  trigger_ranges: 'src/features/segments/',
  domain_transports: 'src/features/domains/',
  unused_objects: ['src/platform/objects/', 'src/platform/db/'],
  two_factors: 'src/features/accounts/',
  users: 'src/features/accounts/',
  uses: 'src/features/uses/',
  verifications: 'src/features/accounts/',
  warm_ups: 'src/features/delivery/mx/',
  webhook_attempts: 'src/features/webhooks/',
  webhook_deliveries: 'src/features/webhooks/',
  webhook_feed_events: 'src/features/webhooks/',
  webhook_feeds: 'src/features/webhooks/',
  webhook_turns: 'src/features/webhooks/',
  webhooks: 'src/features/webhooks/',
  workflow_calls: 'src/features/workflows/',
  workflow_causes: 'src/features/workflows/',
  workflow_dates: 'src/features/workflows/',
  workflow_entries: 'src/features/workflows/',
  workflow_executions: 'src/features/workflows/',
  workflow_history: 'src/features/workflows/',
  workflow_inputs: 'src/features/workflows/',
  workflow_schedules: 'src/features/workflows/',
  workflow_trigger_stamps: 'src/features/workflows/',
  workflow_triggers: 'src/features/workflows/',
  workflow_versions: 'src/features/workflows/',
  workflow_waits: 'src/features/workflows/',
  workflows: 'src/features/workflows/',
  worker_heartbeats: 'src/platform/jobs/',
}

const tables = (() => {
  const [, list = ''] = /export interface DB \{([^}]*)\}/.exec(read('src/platform/db/tables.ts')) ?? []
  return new Set(
    // A view is not written.
    [...list.matchAll(/(\w+): \w+;/g)].map(([, table = '']) => table).filter((name) => name !== 'all_emails'),
  )
})()

describe('the search for writes', () => {
  it.each([
    'sql`insert into contacts (id) values (1)`',
    'sql`update contacts as c set x = 1`',
    'sql`with gone as (delete from contacts) select 1`',
    "db.insertInto('contacts').values(row)",
    "trx.updateTable('contacts')",
    "trx\n    .deleteFrom('contacts')",
    'copyFrom("copy contacts (id) from stdin")',
  ])('sees %s', (text) => {
    expect(findWrites(text, new Set(['contacts']))).toEqual(['contacts'])
  })

  it.each([
    'sql`select * from contacts for update`',
    "db.selectFrom('contacts')",
    'sql`insert into contacts_log`',
    '// update contacts now and then',
  ])('leaves alone %s', (text) => {
    expect(findWrites(text, new Set(['contacts']))).toEqual([])
  })
})

describe('a table', () => {
  it('is on the list of owners', () => {
    expect(Object.keys(OWNERS).toSorted()).toEqual([...tables].toSorted())
  })

  it('is written by its owner alone', () => {
    const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(
      (file) => !/\.test\.ts$|\/fixtures\/|tables\.ts$/.test(file),
    )
    const foreign = files.flatMap((file) =>
      findWrites(read(file), tables)
        .filter((table) => ![OWNERS[table] ?? []].flat().some((owner) => file.startsWith(owner)))
        .map((table) => `${file} writes ${table}`),
    )
    expect(foreign.toSorted()).toEqual([])
  })
})
