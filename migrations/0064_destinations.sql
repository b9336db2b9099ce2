-- The receivers of own delivery (MAIL_TRANSPORT=mx:, or a transport of type mx): one for each provider of mailboxes, or for
-- each mail server. Each is a route of its own in email_queue, so that one that rests holds up no other.
create table destinations (
  -- Taken from the numbers of transports, which are routes too.
  route_id integer primary key default nextval(pg_get_serial_sequence('transports', 'route_id')::regclass),
  -- The transport of a project. Null: MAIL_TRANSPORT.
  project_id uuid,
  transport_id uuid,
  name text not null,
  -- The worker that sends to it. There is one at a time, so that its limits hold for all nodes together.
  lease_owner uuid,
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  constraint destinations_name unique nulls not distinct (transport_id, name),
  constraint destinations_transport foreign key (project_id, transport_id) references transports on delete cascade
);
create index destinations_by_owner on destinations (lease_owner);

-- The MTA-STS policies of the domains of recipients (RFC 8461), kept for as long as each says.
create table sts_policies (
  domain text primary key,
  policy_id text not null,
  -- Null: its last answer was not a policy.
  policy jsonb,
  fetched_at timestamptz not null,
  expires_at timestamptz not null
);

-- How much was sent to a destination from an address of this machine that is being warmed up.
create table warm_ups (
  route_id integer not null references destinations on delete cascade,
  local_address text not null,
  began_on date not null,
  -- `used` is the number of emails on this day.
  day date not null,
  used integer not null,
  primary key (route_id, local_address)
);

alter table transports drop constraint transports_type;
alter table transports add constraint transports_type check (type in ('smtp', 'ses', 'mx'));
