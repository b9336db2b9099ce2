-- GET /emails?status= tells how many emails have the status. Counting those that were SENT read every row: four seconds for
-- two million. So ended emails are counted by status and month (label 'SENT 2026-05'); the total is the sum of all labels.
create or replace function count_inserted_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'emails', status || ' ' || month_of_uuid_v7(id), count(*) from inserted group by 1, 3
  union all
  select project_id, 'email_tags', tag || ' ' || month_of_uuid_v7(id), count(distinct id)
  from inserted cross join unnest(tags) as tag group by 1, 3;
  return null;
end
$$;

create or replace function count_deleted_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'emails', status || ' ' || month_of_uuid_v7(id), -count(*) from deleted group by 1, 3
  union all
  select project_id, 'email_tags', tag || ' ' || month_of_uuid_v7(id), -count(distinct id)
  from deleted cross join unnest(tags) as tag group by 1, 3;
  return null;
end
$$;

-- A bounce or a complaint that comes back later changes the status.
create function recount_updated_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'emails', status || ' ' || month_of_uuid_v7(id), sum(change) from (
    select project_id, id, status, -1 as change from before
    union all
    select project_id, id, status, 1 from after
  ) as changed group by 1, 3 having sum(change) <> 0;
  return null;
end
$$;

create trigger emails_counted_on_update after update on emails
  referencing old table as before new table as after for each statement execute function recount_updated_emails();

delete from counter_deltas where counter = 'emails';
delete from counters where counter = 'emails';
insert into counters (project_id, counter, label, value)
select project_id, 'emails', status || ' ' || month_of_uuid_v7(id), count(*) from emails group by 1, 3;
