-- Checks of domains are leased rows (src/platform/work/due-rows.ts).
alter table domains rename column next_check_at to due_at;
alter table domains add column fence integer not null default 0;
alter table domains add column attempts integer not null default 0;

drop index domains_due;
create index domains_due on domains (project_id, due_at) where due_at is not null;

-- The job that looked for due domains is gone; one that an older version has queued would never run. The tables of
-- graphile-worker are created after the first migrations.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs where task_id in (
      select id from graphile_worker._private_tasks where identifier = 'domains.check-due');
    delete from graphile_worker._private_known_crontabs where identifier = 'domains.check-due';
  end if;
end
$$;
