-- Reports of receivers about a sender domain: DMARC aggregate reports (RFC 7489, RFC 9990) and TLS reports (RFC 8460).
-- All rows go with their domain.

-- Emails that came for dmarc@ and tlsrpt@ of a domain, until they are read (src/platform/work/due-rows.ts). One that cannot be
-- read stays for a while without its content, with the reason.
create table report_emails (
  project_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  raw bytea,
  received_at timestamptz not null,
  from_domain text,
  problem text,
  due_at timestamptz,
  fence integer not null default 0,
  attempts integer not null default 0,
  primary key (project_id, id),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  constraint report_emails_parked check ((problem is null) = (raw is not null) and (problem is null or due_at is null))
);
create index report_emails_due on report_emails (project_id, due_at) where due_at is not null;
create index report_emails_by_domain on report_emails (project_id, domain_id, id);
create index report_emails_by_age on report_emails (received_at);

-- A report that was read. It counts once, and one that is not signed does not keep a signed one out.
create table domain_reports (
  project_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  kind text not null,
  is_signed boolean not null,
  -- The domain that signed the email, or else that of its From.
  reporter text not null,
  receiver text not null,
  org_name text not null,
  report_id text not null,
  day date not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  policy jsonb,
  messages bigint not null,
  received_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  constraint domain_reports_kind check (kind in ('dmarc', 'tls')),
  constraint domain_reports_once unique (project_id, domain_id, kind, is_signed, reporter, report_id)
);
create index domain_reports_by_domain on domain_reports (project_id, domain_id, id);
create index domain_reports_by_day on domain_reports (day);

-- The messages of a day, added up over the reports of a reporter. 0.0.0.0 stands for the smallest sources of a long report.
create table dmarc_days (
  project_id uuid not null,
  domain_id uuid not null,
  day date not null,
  is_signed boolean not null,
  reporter text not null,
  receiver text not null,
  source inet not null,
  disposition text not null,
  is_dkim_aligned boolean not null,
  is_spf_aligned boolean not null,
  -- Signed by a key of ours, or with our return path.
  is_ours boolean not null,
  messages bigint not null,
  primary key (project_id, domain_id, is_signed, day, reporter, source, disposition, is_dkim_aligned, is_spf_aligned, is_ours),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  constraint dmarc_days_disposition check (disposition in ('none', 'quarantine', 'reject'))
);
create index dmarc_days_by_age on dmarc_days (day);

-- The addresses in signed reports: since when they send, and their name by reverse DNS.
create table report_sources (
  project_id uuid not null,
  domain_id uuid not null,
  source inet not null,
  first_day date not null,
  last_day date not null,
  name text,
  named_at timestamptz,
  primary key (project_id, domain_id, source),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade
);
create index report_sources_by_age on report_sources (last_day);

-- Sessions of a day by their result; 'success' is one of them.
create table tls_days (
  project_id uuid not null,
  domain_id uuid not null,
  day date not null,
  is_signed boolean not null,
  reporter text not null,
  policy_type text not null,
  result text not null,
  mx text not null,
  sessions bigint not null,
  primary key (project_id, domain_id, is_signed, day, reporter, policy_type, result, mx),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade
);
create index tls_days_by_age on tls_days (day);

-- Emails that left on a day that has reports, by receiver; '' is their sum.
create table sent_days (
  project_id uuid not null,
  domain_id uuid not null,
  day date not null,
  receiver text not null,
  emails bigint not null,
  primary key (project_id, domain_id, day, receiver),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade
);
create index sent_days_by_age on sent_days (day);

-- Alerts that were given, so that none is given twice.
create table report_alerts (
  project_id uuid not null,
  domain_id uuid not null,
  kind text not null,
  subject text not null,
  at timestamptz not null,
  primary key (project_id, domain_id, kind, subject),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  constraint report_alerts_kind check (kind in ('new-source', 'alignment', 'tls'))
);
create index report_alerts_by_age on report_alerts (at);
