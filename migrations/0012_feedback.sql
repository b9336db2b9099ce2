-- How well a project's mail is received; docs/feedback.md tells the rules, docs/states.md draws the machine. A project
-- without a row is GOOD. Rates are not kept here: they are read from the counter `mail` when somebody asks.
create table project_health (
  project_id uuid primary key,
  state text not null,
  -- For people: which rate led to the state.
  reason text,
  -- Set by a resumption: only mail that left since then is judged.
  judged_from timestamptz,
  -- The counter knows whole hours only: what of the hour of judged_from had been counted before it, by status.
  forgiven jsonb not null default '{}',
  changed_at timestamptz not null,
  constraint project_health_state check (state in ('GOOD', 'WARNED', 'PAUSED')),
  constraint project_health_reason check ((reason is null) = (state = 'GOOD'))
);

-- Whose mail a bounce may be about: every project that has the domain, verified or not.
create index domains_by_name on domains (domain);
