-- Endpoints of a project's servers that are told what happens.
create table webhooks (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  url text not null,
  description text,
  -- Names of events; '*' is every event.
  events text[] not null,
  enabled boolean not null,
  -- Why it was switched off by the service; null if it was not.
  disabled_reason text,
  -- Several events in one request; null: one each.
  batch_max integer,
  batch_wait_ms integer,
  -- Encrypted. The one that was replaced signs along until then.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- Since when no request has succeeded; null if the last one did.
  failing_since timestamptz,
  -- The endpoint has asked to be left alone until then (Retry-After).
  paused_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint webhooks_batch check ((batch_max is null) = (batch_wait_ms is null)),
  constraint webhooks_old_secret check ((old_secret is null) = (old_secret_until is null))
);

-- When a worker has to look at an endpoint: one works on it at a time, on whatever node, so that its connections are
-- bounded. Apart from webhooks, because it changes all the time.
create table webhook_turns (
  project_id uuid not null,
  id uuid not null,
  due_at timestamptz,
  fence integer not null default 0,
  -- More than zero while a worker has it, or has died with it.
  attempts integer not null default 0,
  primary key (project_id, id),
  foreign key (project_id, id) references webhooks (project_id, id) on delete cascade
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create index webhook_turns_due on webhook_turns (project_id, due_at) where due_at is not null;

-- One row per event and endpoint, from the moment the event is heard of until retention. No foreign key to webhooks: an
-- endpoint may have millions, which a job deletes when the endpoint is gone.
create table webhook_deliveries (
  project_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  type text not null,
  -- Whom it is about: it is deleted along with the contact.
  contact_id uuid,
  -- The JSON of the event as it is sent, the same on every try.
  body text not null,
  status text not null default 'PENDING',
  -- Requests so far, and how many of them count for the schedule: a retry that somebody asks for begins it anew.
  attempts integer not null default 0,
  step integer not null default 0,
  last_status integer,
  next_attempt_at timestamptz,
  -- Sent together with others under this id, from the first try on.
  batch_id uuid,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (project_id, webhook_id, id),
  constraint webhook_deliveries_status check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  constraint webhook_deliveries_due check ((status = 'PENDING') = (next_attempt_at is not null))
);

create index webhook_deliveries_due on webhook_deliveries (project_id, webhook_id, next_attempt_at, id)
  where status = 'PENDING';
create index webhook_deliveries_by_batch on webhook_deliveries (project_id, webhook_id, batch_id)
  where batch_id is not null;
create index webhook_deliveries_by_contact on webhook_deliveries (project_id, contact_id) where contact_id is not null;

-- What endpoints answered: one row per request. `message_id` is the id of its batch, or of its event.
create table webhook_attempts (
  project_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  -- Null: there was no answer, and `error` says why.
  status integer,
  error text,
  -- The first 4 kB of the answer.
  answer text,
  duration_ms integer not null,
  created_at timestamptz not null,
  primary key (project_id, webhook_id, id)
);

create index webhook_attempts_by_message on webhook_attempts (project_id, webhook_id, message_id);

-- The log tells about contacts, so it goes with them. What was to be sent together with what is deleted is sent under a new
-- id, because one id must never have two bodies.
create function forget_webhooks_of_contacts() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where project_id in (select project_id from deleted)) then
    with gone as (
      delete from webhook_deliveries as d using deleted as c
      where d.project_id = c.project_id and d.contact_id = c.id
      returning d.project_id, d.webhook_id, d.batch_id
    )
    update webhook_deliveries as d set batch_id = null from (select distinct * from gone where batch_id is not null) as g
    where d.project_id = g.project_id and d.webhook_id = g.webhook_id and d.batch_id = g.batch_id
      and d.status = 'PENDING';
  end if;
  return null;
end
$$;

create trigger contacts_forgotten_by_webhooks after delete on contacts
  referencing old table as deleted for each statement execute function forget_webhooks_of_contacts();
