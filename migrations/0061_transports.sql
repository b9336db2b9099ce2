-- The transports of a project. Email of a project without any goes to MAIL_TRANSPORT.
create table transports (
  project_id uuid not null references projects on delete cascade,
  id uuid not null,
  -- The number in email_queue.route_id, which is shorter than the id.
  route_id integer generated always as identity,
  name text not null,
  type text not null,
  settings jsonb not null,
  -- Encrypted JSON: the password, or the secrets of OAuth 2.
  secrets bytea,
  -- 0: no limit.
  rate_per_second double precision not null,
  max_connections integer not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint transports_route unique (route_id),
  constraint transports_name unique (project_id, name),
  constraint transports_type check (type in ('smtp'))
);
create unique index transports_one_default on transports (project_id) where is_default;

-- The transports of a domain in the order in which they are tried. Without any: the default of the project.
create table domain_transports (
  project_id uuid not null,
  domain_id uuid not null,
  place smallint not null,
  transport_id uuid not null,
  primary key (project_id, domain_id, place),
  constraint domain_transports_once unique (project_id, domain_id, transport_id),
  foreign key (project_id, domain_id) references domains on delete cascade,
  constraint domain_transports_transport foreign key (project_id, transport_id) references transports
);
create index domain_transports_by_transport on domain_transports (project_id, transport_id);

-- The transport that an email waits for; 0 is MAIL_TRANSPORT. Every email begins there: the engine moves it to the
-- transport of its sender. It leads the index, so that the email of one transport is found without walking over that of
-- another.
alter table email_queue add column route_id integer not null default 0;
drop index email_queue_due;
create index email_queue_due on email_queue (route_id, project_id, lane, run_at);

-- The transport by which an email left; null: MAIL_TRANSPORT.
alter table emails add column transport_id uuid;

create or replace view all_emails as
  select project_id, email_id as id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, null::text as subject, recipients, tags, last_reply, reason, scheduled_for, null::timestamptz as sent_at,
    run_at, give_up_at, fence, lease_owner, lease_until, campaign_id, cohort, route_id, null::uuid as transport_id
  from email_queue
  union all
  select project_id, id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, subject, recipients, tags, last_reply, reason, scheduled_for, sent_at,
    null, null, null, null, null, campaign_id, cohort, null, transport_id
  from emails;

-- One row per worker and transport that does not work.
alter table transport_troubles add column route_id integer not null default 0;
alter table transport_troubles drop constraint transport_troubles_pkey;
alter table transport_troubles add primary key (owner, route_id);
create index transport_troubles_by_route on transport_troubles (route_id);

-- The door of a transport of a project. Null: that of MAIL_TRANSPORT.
alter table feedback_doors add column project_id uuid;
alter table feedback_doors add column transport_id uuid;
alter table feedback_doors add constraint feedback_doors_record foreign key (project_id, transport_id)
  references transports on delete cascade;
