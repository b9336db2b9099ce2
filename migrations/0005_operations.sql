-- Long work that a caller watches at GET /jobs/{id}. The job that does it stores how far it came (position)
-- in the same transaction as the rows it wrote, so a killed one goes on where it stopped, exactly once.
create table operations (
  project_id uuid not null,
  id uuid not null,
  type text not null,
  status text not null default 'QUEUED',
  request jsonb not null,
  position jsonb,
  done bigint not null default 0,
  failed bigint not null default 0,
  total bigint,
  errors jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (project_id, id),
  constraint operations_status check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  constraint operations_finished check ((finished_at is not null) = (status in ('DONE', 'FAILED')))
);

-- Old ones are removed by age.
create index operations_by_finish on operations (finished_at) where finished_at is not null;

-- The bytes of an uploaded file, until its operation is finished. In the database, because any node may run
-- the import and nodes share nothing else. EXTERNAL: compressing on the way in costs more than it saves.
create table operation_uploads (
  project_id uuid not null,
  operation_id uuid not null,
  sequence integer not null,
  bytes bytea not null,
  primary key (project_id, operation_id, sequence),
  foreign key (project_id, operation_id) references operations (project_id, id) on delete cascade
);

alter table operation_uploads alter column bytes set storage external;
