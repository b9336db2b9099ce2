-- Dates of contacts: workflows that a date starts, and filters on the day of the year.

-- The day of the year in UTC, as month * 100 + day: 229 is 29 February. Indexes use it as day_of_year(filter_date(…)): a
-- function that calls another function of ours fails while an index is built, because only pg_catalog is searched then. Not in
-- SQL, which PostgreSQL would inline with two copies of its argument.
create function day_of_year(at timestamptz) returns integer language plpgsql immutable parallel safe as $$
begin
  return extract(month from at at time zone 'UTC') * 100 + extract(day from at at time zone 'UTC');
end
$$;

alter table segment_ranges drop constraint segment_ranges_kind;
alter table segment_ranges add constraint segment_ranges_kind check (kind in ('number', 'date', 'day'));

-- The dates that start enabled workflows: the job that builds indexes for segment_ranges builds them for these as well.
create table trigger_ranges (
  project_id uuid not null,
  workflow_id uuid not null,
  kind text collate "C" not null,
  path text[] collate "C" not null,
  primary key (project_id, workflow_id),
  foreign key (project_id, workflow_id) references workflows (project_id, id) on delete cascade,
  constraint trigger_ranges_kind check (kind in ('date', 'day'))
);

-- A workflow that dates start looks for contacts every minute. looked_until: contacts whose time came before it have been
-- handled. look_until: the end of the look in progress, whose position is that among the contacts; null between two looks.
alter table workflow_schedules add column looked_until timestamptz;
alter table workflow_schedules add column look_until timestamptz;

-- The dates that have started an execution, so that none does twice. No foreign keys, for the reasons of migrations/0038.
create table workflow_dates (
  project_id uuid not null,
  workflow_id uuid not null,
  contact_id uuid not null,
  field text collate "C" not null,
  date timestamptz not null,
  primary key (project_id, workflow_id, contact_id, field, date)
);

create index workflow_dates_by_contact on workflow_dates (project_id, contact_id);
create index workflow_dates_by_age on workflow_dates (date);

-- Executions of a deleted contact end at once, and its dates are forgotten.
create or replace function wake_executions_of_contacts() returns trigger language plpgsql as $$
begin
  update workflow_executions as e set due_at = now() from deleted as d
  where e.project_id = d.project_id and e.contact_id = d.id and e.completed_at is null;
  delete from workflow_dates as w using deleted as d
  where w.project_id = d.project_id and w.contact_id = d.id;
  return null;
end
$$;
