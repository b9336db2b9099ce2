-- The door for the reports of a provider: a URL with a secret token.
create table feedback_doors (
  id uuid primary key,
  -- The transport that the provider stands behind: there is one, MAIL_TRANSPORT.
  transport text not null unique,
  -- SHA-256 of the token, which is in the URL; the token itself is encrypted, to be shown again.
  token_digest bytea not null unique,
  token bytea not null,
  -- After a rotation, the token before it works until then.
  former_digest bytea unique,
  former_until timestamptz,
  -- Encrypted JSON: the keys by which SendGrid, Mailgun and Resend prove their reports, and the topic of SNS.
  proofs bytea,
  created_at timestamptz not null,
  last_report_at timestamptz
);

-- Reports that wait to be applied to their email (src/platform/work/queued-rows.ts).
create table provider_reports (
  project_id uuid not null references projects on delete cascade,
  id bigint generated always as identity,
  email_id uuid not null,
  -- Most of them say that an email was delivered; those are applied together.
  is_delivery boolean not null,
  provider text not null,
  event jsonb not null,
  attempts integer not null default 0,
  run_at timestamptz not null default '-infinity',
  queued_at timestamptz not null default now(),
  primary key (project_id, id)
);
create index provider_reports_due on provider_reports (is_delivery, project_id, run_at, id);

-- Reports about emails that are not known, kept for a day.
create table unmatched_reports (
  door_id uuid not null references feedback_doors on delete cascade,
  id bigint generated always as identity,
  provider text not null,
  event jsonb not null,
  received_at timestamptz not null,
  primary key (id)
);
create index unmatched_reports_by_door on unmatched_reports (door_id);
create index unmatched_reports_by_age on unmatched_reports (received_at);

-- Tokens of Mailgun's signatures, each of which proves one request.
create table used_report_tokens (
  door_id uuid not null references feedback_doors on delete cascade,
  token text not null,
  used_at timestamptz not null,
  primary key (door_id, token)
);
create index used_report_tokens_by_age on used_report_tokens (used_at);
