-- A note that cannot be processed is tried again later and does not hold up its project (src/platform/work/queued-rows.ts).
alter table segment_notes add column attempts integer not null default 0;
alter table segment_notes add column run_at timestamptz not null default '-infinity';
alter table segment_notes add column queued_at timestamptz not null default now();

create index segment_notes_by_project on segment_notes (project_id, run_at, id);
