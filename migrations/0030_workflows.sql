-- Workflows: automations that people describe once. A version that has been enabled never changes, because executions may
-- be under way in it; one that has not is overwritten by the next save.
create table workflows (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  enabled boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);

-- The parts of the definition as they were given: json keeps the order of keys, which branches have. Lists show the
-- trigger and the number of steps, and do not read the rest.
create table workflow_versions (
  project_id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  trigger json not null,
  steps json not null,
  entry json,
  exit json,
  step_count integer not null,
  was_enabled boolean not null default false,
  created_at timestamptz not null,
  primary key (project_id, workflow_id, version),
  foreign key (project_id, workflow_id) references workflows (project_id, id) on delete cascade
);

create trigger workflows_counted_on_insert after insert on workflows
  referencing new table as inserted for each statement execute function count_inserted_rows();
create trigger workflows_counted_on_delete after delete on workflows
  referencing old table as deleted for each statement execute function count_deleted_rows();
