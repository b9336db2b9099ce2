-- The workflow listener processes announcements itself; they are no longer copied to a queue of its own. Its waiting rows are
-- older than every waiting announcement, so they get ids below those that the identity of announcements gives.
insert into announcements
  (project_id, id, listener, event_id, name, contact_id, email_id, data, throttled, created_at)
overriding system value
select project_id, id - (select max(id) from workflow_signals), 'workflows', event_id, name, contact_id, email_id, data,
  is_throttled, created_at
from workflow_signals;

drop table workflow_signals;

-- When the row was inserted, for the age of the backlog: created_at is the time of the event, which callers may set.
alter table announcements add column queued_at timestamptz not null default now();
