-- Emails that prove the way of reports back to us, whose outcome counts nowhere.
alter table email_queue drop constraint email_queue_source;
alter table email_queue add constraint email_queue_source
  check (source in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST', 'PROBE'));
alter table emails drop constraint emails_source;
alter table emails add constraint emails_source
  check (source in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST', 'PROBE'));

-- The last probe of each kind of report.
create table feedback_probes (
  door_id uuid not null references feedback_doors on delete cascade,
  -- delivered, bounced or complained: the report that has to come back.
  kind text not null,
  project_id uuid not null references projects on delete cascade,
  email_id uuid not null,
  address text not null,
  created_at timestamptz not null,
  reported_at timestamptz,
  primary key (door_id, kind)
);
create index feedback_probes_by_email on feedback_probes (project_id, email_id);

-- The last report that was refused, such as one without the right signature, and why.
alter table feedback_doors add column refused_at timestamptz;
alter table feedback_doors add column refusal text;
