-- The last results of the hourly checks of each domain, and the time of the next run (platform/work). A job adds the row
-- of a new domain. `asked_at`: when somebody last asked for a run.
create table domain_checks (
  project_id uuid not null,
  id uuid not null,
  results jsonb not null default '[]',
  checked_at timestamptz,
  asked_at timestamptz,
  due_at timestamptz,
  fence integer not null default 0,
  attempts integer not null default 0,
  primary key (project_id, id),
  foreign key (project_id, id) references domains (project_id, id) on delete cascade
);

create index domain_checks_due on domain_checks (project_id, due_at) where due_at is not null;

-- When the state of a check changed, and what was found then. Runs that found the same add nothing.
create table domain_check_changes (
  project_id uuid not null,
  domain_id uuid not null,
  changed_at timestamptz not null,
  kind text not null,
  subject text not null,
  state text not null,
  found text not null,
  primary key (project_id, domain_id, changed_at, kind, subject),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  constraint domain_check_changes_state
    check (state in ('good', 'warning', 'failed', 'unknown', 'not-applicable'))
);
