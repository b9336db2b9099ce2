-- Executions of workflows: one row per contact and run, from its start until it is no longer kept. No foreign keys, to
-- contacts or to workflows: deleting either must not have to touch a million rows at once. What is left behind is found by
-- a job (workflows.tidy) and by the trigger on contacts below.

-- The events that an execution of this version may wait for, or leave at. Written when the version is first enabled.
alter table workflow_versions add column names text[] collate "C" not null default '{}';

-- Which events start which workflows; rows are there while a workflow is enabled. segment_id narrows segment.entered and
-- segment.left.
create table workflow_triggers (
  project_id uuid not null,
  name text collate "C" not null,
  workflow_id uuid not null,
  segment_id uuid,
  primary key (project_id, name, workflow_id),
  foreign key (project_id, workflow_id) references workflows (project_id, id) on delete cascade
);

create index workflow_triggers_by_workflow on workflow_triggers (project_id, workflow_id);

-- due_at, fence and attempts are those of src/platform/work/due-rows.ts: due_at is when a worker has to look at the
-- execution, wake_at is what it waits for itself.
create table workflow_executions (
  project_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  contact_id uuid not null,
  status text collate "C" not null,
  step_id text,
  visit integer not null default 0,
  since timestamptz not null,
  wake_at timestamptz,
  exit_reason text,
  started_at timestamptz not null,
  completed_at timestamptz,
  event jsonb,
  depth smallint not null,
  -- The event that the current step waits for; null once one that fits has come (workflow_inputs has it).
  waits_for text,
  -- How many inputs nobody has taken yet.
  pending integer not null default 0,
  due_at timestamptz,
  fence integer not null default 0,
  attempts integer not null default 0,
  primary key (project_id, id),
  constraint workflow_executions_status
    check (status in ('RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')),
  constraint workflow_executions_ended
    check ((completed_at is not null) = (status in ('COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')))
)
-- A claim and its result each write the row once.
with (fillfactor = 80);

create index workflow_executions_due on workflow_executions (project_id, due_at) where due_at is not null;
create index workflow_executions_by_workflow on workflow_executions (project_id, workflow_id, id);
create index workflow_executions_by_status on workflow_executions (project_id, workflow_id, status, id);
create index workflow_executions_active on workflow_executions (project_id, workflow_id, version) where completed_at is null;
create index workflow_executions_by_contact on workflow_executions (project_id, contact_id, id);
create index workflow_executions_ended on workflow_executions (completed_at) where completed_at is not null;

-- What an execution did: a row per visit of a step.
create table workflow_history (
  project_id uuid not null,
  execution_id uuid not null,
  visit integer not null,
  workflow_id uuid not null,
  step_id text not null,
  type text not null,
  status text not null,
  started_at timestamptz not null,
  completed_at timestamptz,
  output jsonb,
  error text,
  primary key (project_id, execution_id, visit)
);

-- What has happened to an execution and is not taken yet: events that it waits for, answers of webhooks, a cancellation.
create table workflow_inputs (
  project_id uuid not null,
  execution_id uuid not null,
  id bigint not null generated always as identity,
  input jsonb not null,
  primary key (project_id, execution_id, id)
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Which active executions of a contact may care about an event, by its name: found without looking at any other.
create table workflow_waits (
  project_id uuid not null,
  contact_id uuid not null,
  name text collate "C" not null,
  execution_id uuid not null,
  primary key (project_id, contact_id, name, execution_id)
);

-- Who has entered a workflow, for as long as it lives. execution_id is the active execution, for workflows that allow one
-- at a time. The row of a deleted contact stays: its id never comes back.
create table workflow_entries (
  project_id uuid not null,
  workflow_id uuid not null,
  contact_id uuid not null,
  execution_id uuid,
  primary key (project_id, workflow_id, contact_id)
);

-- What executions have caused, with how many stand in a row behind it: ids of events and emails, and of contacts that were
-- changed. Kept for some weeks.
create table workflow_causes (
  project_id uuid not null,
  id uuid not null,
  depth smallint not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);

create index workflow_causes_by_age on workflow_causes (created_at);

-- Events on their way to the workflows of a project, in the order in which they were announced.
create table workflow_signals (
  project_id uuid not null,
  id bigint not null generated always as identity,
  event_id uuid not null,
  name text collate "C" not null,
  contact_id uuid not null,
  email_id uuid,
  data jsonb not null,
  is_throttled boolean not null,
  created_at timestamptz not null,
  primary key (project_id, id)
)
-- A queue: its rows live for moments, and a claim walks over the dead ones until they are swept up.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- When a scheduled workflow starts next (id is that of the workflow), and how far it has come through the contacts.
create table workflow_schedules (
  project_id uuid not null,
  id uuid not null,
  due_at timestamptz,
  fence integer not null default 0,
  attempts integer not null default 0,
  position uuid,
  primary key (project_id, id),
  foreign key (project_id, id) references workflows (project_id, id) on delete cascade
);

create index workflow_schedules_due on workflow_schedules (project_id, due_at) where due_at is not null;

-- Calls of WEBHOOK steps that have not ended yet. The id is the webhook-id, the same on every attempt.
create table workflow_calls (
  project_id uuid not null,
  id uuid not null,
  execution_id uuid not null,
  visit integer not null,
  due_at timestamptz,
  fence integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null,
  primary key (project_id, id)
);

create index workflow_calls_due on workflow_calls (project_id, due_at) where due_at is not null;

-- Counter 'workflow_executions' has the executions by status, label '<workflow> COMPLETED'; 'workflow_steps' those that
-- stand at a step or failed there, label '<workflow> <step> waiting', and how often it was passed.
create function count_executions() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'workflow_executions', workflow_id || ' ' || status, count(*) from inserted group by 1, 3
  union all
  select project_id, 'workflow_steps', workflow_id || ' ' || step_id || ' waiting', count(*)
  from inserted where completed_at is null and step_id is not null group by 1, 3;
  return null;
end
$$;

create function recount_executions() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, counter, label, sum(change) from (
    select project_id, 'workflow_executions' as counter, workflow_id || ' ' || status as label, -1 as change from before
    union all
    select project_id, 'workflow_executions', workflow_id || ' ' || status, 1 from after
    union all
    select project_id, 'workflow_steps', workflow_id || ' ' || step_id || ' ' || execution_state(status), -1 from before
    where step_id is not null and execution_state(status) is not null
    union all
    select project_id, 'workflow_steps', workflow_id || ' ' || step_id || ' ' || execution_state(status), 1 from after
    where step_id is not null and execution_state(status) is not null
  ) as changed group by 1, 2, 3 having sum(change) <> 0;
  return null;
end
$$;

create function execution_state(status text) returns text language sql immutable as $$
  select case when status in ('RUNNING', 'WAITING') then 'waiting' when status = 'FAILED' then 'failed' end
$$;

create function uncount_executions() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'workflow_executions', workflow_id || ' ' || status, -count(*) from deleted group by 1, 3
  union all
  select project_id, 'workflow_steps', workflow_id || ' ' || step_id || ' ' || execution_state(status), -count(*)
  from deleted where step_id is not null and execution_state(status) is not null group by 1, 3;
  return null;
end
$$;

create trigger workflow_executions_counted after insert on workflow_executions
  referencing new table as inserted for each statement execute function count_executions();
create trigger workflow_executions_recounted after update on workflow_executions
  referencing old table as before new table as after for each statement execute function recount_executions();
create trigger workflow_executions_uncounted after delete on workflow_executions
  referencing old table as deleted for each statement execute function uncount_executions();

create function count_passed_steps() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'workflow_steps', workflow_id || ' ' || step_id || ' passed', count(*)
  from inserted where status = 'COMPLETED' group by 1, 3;
  return null;
end
$$;

create function recount_passed_steps() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select a.project_id, 'workflow_steps', a.workflow_id || ' ' || a.step_id || ' passed', count(*)
  from after as a join before as b using (project_id, execution_id, visit)
  where a.status = 'COMPLETED' and b.status <> 'COMPLETED' group by 1, 3;
  return null;
end
$$;

create trigger workflow_history_counted after insert on workflow_history
  referencing new table as inserted for each statement execute function count_passed_steps();
create trigger workflow_history_recounted after update on workflow_history
  referencing old table as before new table as after for each statement execute function recount_passed_steps();

-- Executions of a deleted contact end at once, not when their time would have come.
create function wake_executions_of_contacts() returns trigger language plpgsql as $$
begin
  update workflow_executions as e set due_at = now() from deleted as d
  where e.project_id = d.project_id and e.contact_id = d.id and e.completed_at is null;
  return null;
end
$$;

create trigger contacts_leave_workflows after delete on contacts
  referencing old table as deleted for each statement execute function wake_executions_of_contacts();
