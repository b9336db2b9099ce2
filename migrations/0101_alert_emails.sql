-- The alerts about reports as they were given, for people; report_alerts says what was given before.
create table given_alerts (
  project_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  -- Alerts of one run share one email.
  run_id uuid not null,
  kind text not null,
  reason text not null,
  advice text not null,
  at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  constraint given_alerts_kind check (kind in ('new-source', 'alignment', 'tls'))
);
create index given_alerts_by_domain on given_alerts (project_id, domain_id, id);
create index given_alerts_by_age on given_alerts (at);

-- Emails to members about the alerts of a run, until they are sent. They go with their domain and with their member.
create table alert_emails (
  project_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  foreign key (project_id, user_id) references members (project_id, user_id) on delete cascade,
  constraint alert_emails_once unique (project_id, run_id, user_id)
);
create index alert_emails_by_domain on alert_emails (project_id, domain_id);
create index alert_emails_by_member on alert_emails (project_id, user_id);
create index alert_emails_by_age on alert_emails (created_at);

-- Whether the member wants these emails.
alter table members add column alert_emails boolean not null default true;
