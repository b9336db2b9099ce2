-- GET /emails?tag= tells how many emails have the tag. Counting them reads a page of the table for nearly each: seconds for a
-- tag that half a million have. So they are counted as they come, by tag and month (label 'welcome 2026-05'), as events are by
-- name. What waits is counted in the queue.
create or replace function count_inserted_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'emails', month_of_uuid_v7(id), count(*) from inserted group by 1, 3
  union all
  select project_id, 'email_tags', tag || ' ' || month_of_uuid_v7(id), count(distinct id)
  from inserted cross join unnest(tags) as tag group by 1, 3;
  return null;
end
$$;

create or replace function count_deleted_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'emails', month_of_uuid_v7(id), -count(*) from deleted group by 1, 3
  union all
  select project_id, 'email_tags', tag || ' ' || month_of_uuid_v7(id), -count(distinct id)
  from deleted cross join unnest(tags) as tag group by 1, 3;
  return null;
end
$$;

insert into counters (project_id, counter, label, value)
select project_id, 'email_tags', tag || ' ' || month_of_uuid_v7(id), count(distinct id)
from emails cross join unnest(tags) as tag group by 1, 3;
