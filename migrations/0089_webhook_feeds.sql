-- Events for `GET /webhooks/listen`, which local development reads without an endpoint. A project has a feed only while
-- somebody listens: a job deletes it when nobody has for a while.
create table webhook_feeds (
  project_id uuid primary key,
  -- Differs from feed to feed, so that a cursor of an earlier one is recognized.
  id uuid not null,
  -- The names that listeners have asked for; '*' means every event.
  names text[] not null,
  -- Positions have no gaps. The row is locked while they are given, so they become visible in their order.
  last_position bigint not null default 0,
  listened_until timestamptz not null
) with (fillfactor = 50);

-- The newest events of a feed; older ones are deleted with each insertion.
create table webhook_feed_events (
  project_id uuid not null references webhook_feeds on delete cascade,
  position bigint not null,
  event_id uuid not null,
  type text not null,
  -- The event is deleted along with its contact.
  contact_id uuid,
  -- The JSON of the event as a webhook would get it.
  body text not null,
  primary key (project_id, position)
);

create function forget_feed_events_of_contacts() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_feeds where project_id in (select project_id from deleted)) then
    delete from webhook_feed_events as e using deleted as c
    where e.project_id = c.project_id and e.contact_id = c.id;
  end if;
  return null;
end
$$;

create trigger contacts_forgotten_by_feeds after delete on contacts
  referencing old table as deleted for each statement execute function forget_feed_events_of_contacts();
