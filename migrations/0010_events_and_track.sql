-- The list narrowed by name, newest first, and when a name was seen last.
create index events_by_name on events (project_id, name, id);

-- A flood from a public key: the event is kept, but it starts no workflow.
alter table events add column throttled boolean not null default false;

-- Callers' own event ids, kept 7 days: the second call with one finds the event of the first. Not partitioned, because
-- what is unique over months cannot be told by a month.
create table event_keys (
  project_id uuid not null,
  key text collate "C" not null,
  event_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, key)
);

create index event_keys_by_age on event_keys (created_at);

-- When the last events of a contact came in by a public key, newest first: by the time of arrival, since a caller may
-- date an event back. Unlogged: after a crash of the database everybody begins anew, which is the right way to be wrong.
create unlogged table track_arrivals (
  project_id uuid not null,
  contact_id uuid not null,
  arrived_at timestamptz[] not null,
  updated_at timestamptz not null,
  primary key (project_id, contact_id)
) with (fillfactor = 50);

-- Who wants to hear of which events ('*': of all). Where nobody does, a statement pays one look-up here.
create table event_listeners (
  project_id uuid not null,
  listener text collate "C" not null,
  name text collate "C" not null,
  primary key (project_id, name, listener)
);

-- Events on their way to a listener: written in the transaction of the event, deleted in the transaction of what the
-- listener does about it. A row a listener, so that one that fails does not hold up the others.
create table announcements (
  project_id uuid not null,
  id bigint not null generated always as identity,
  listener text collate "C" not null,
  event_id uuid not null,
  name text not null,
  contact_id uuid,
  email_id uuid,
  data jsonb not null,
  throttled boolean not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- A listener failed on it: not again before then.
  run_at timestamptz not null default '-infinity',
  primary key (project_id, id)
)
-- A queue: its rows live for moments, and a claim walks over the dead ones until they are swept up.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create index announcements_due on announcements (listener, run_at, id);

create function listeners_of(of_project uuid, of_name text) returns setof text language sql stable as $$
  select distinct listener from event_listeners where project_id = of_project and name in (of_name, '*')
$$;

-- Totals by month, and by name and month ('signup 2026-05'), and the announcements: by trigger, so that no way of
-- writing an event can forget them. Dropping a month deletes its labels and counts nothing.
create function note_inserted_events() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'event_names', name || ' ' || month_of_uuid_v7(id), count(*) from inserted group by 1, 3
  union all
  select project_id, 'events', month_of_uuid_v7(id), count(*) from inserted group by 1, 3;
  if exists (select from event_listeners where project_id in (select project_id from inserted)) then
    insert into announcements (project_id, listener, event_id, name, contact_id, email_id, data, throttled, created_at)
    select e.project_id, l.listener, e.id, e.name, e.contact_id, e.email_id, e.data, e.throttled, e.created_at
    from inserted as e cross join lateral listeners_of(e.project_id, e.name) as l (listener) order by e.id;
  end if;
  return null;
end
$$;

create function note_deleted_events() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'event_names', name || ' ' || month_of_uuid_v7(id), -count(*) from deleted group by 1, 3
  union all
  select project_id, 'events', month_of_uuid_v7(id), -count(*) from deleted group by 1, 3;
  return null;
end
$$;

create trigger events_noted_on_insert after insert on events
  referencing new table as inserted for each statement execute function note_inserted_events();
create trigger events_noted_on_delete after delete on events
  referencing old table as deleted for each statement execute function note_deleted_events();
