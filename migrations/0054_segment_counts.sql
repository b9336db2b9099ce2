-- Segments that are waiting to be counted, or could not be: at most one row each. Only filters whose members are not written
-- down are counted. It refers to no segment, because a reader who finds an old count would have to wait for whoever is
-- changing that segment; the worker that finds no segment deletes the row. platform/work claims them, project by project.
create table segment_counts (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  -- When it has to be counted; null: nothing to do.
  due_at timestamptz,
  fence integer not null default 0,
  attempts integer not null default 0,
  -- Why it could not be counted, and until when nobody tries again unless the segment changes.
  problem text,
  parked_until timestamptz,
  primary key (project_id, id)
);

create index segment_counts_due on segment_counts (project_id, due_at) where due_at is not null;
