-- Changes with every change of what starts the workflows of a project. Nodes keep what an event may start in memory, with the
-- conditions made ready, for as long as the stamp is the same. Random, so that a database that was restored from a backup
-- never comes to one that it has had before. Written by triggers, so that nobody can forget it.
create table workflow_trigger_stamps (
  project_id uuid primary key references projects (id) on delete cascade,
  stamp uuid not null
);

insert into workflow_trigger_stamps (project_id, stamp)
select project_id, gen_random_uuid() from workflow_triggers group by project_id;

-- A project that is being deleted takes its triggers with it, and must not get a stamp again.
create function stamp_workflow_triggers() returns trigger language plpgsql as $$
begin
  insert into workflow_trigger_stamps (project_id, stamp)
  select id, gen_random_uuid() from projects where id in (select project_id from changed) order by id
  on conflict (project_id) do update set stamp = excluded.stamp;
  return null;
end
$$;

create trigger workflow_triggers_added after insert on workflow_triggers
  referencing new table as changed for each statement execute function stamp_workflow_triggers();
create trigger workflow_triggers_changed after update on workflow_triggers
  referencing new table as changed for each statement execute function stamp_workflow_triggers();
create trigger workflow_triggers_removed after delete on workflow_triggers
  referencing old table as changed for each statement execute function stamp_workflow_triggers();
