-- Holdouts: a share of the audience of a campaign or workflow gets nothing, so that what the others do can be compared with what
-- people do anyway. And a control group per project, which gets no marketing email at all.

-- A number from 0 to 1 that depends only on the arguments: contacts below the share that is held back are held back. `purpose` keeps
-- the groups of different features apart. It equals hashShare in src/features/goals/holdouts/hash-share.ts.
-- Not strict, and without convert_to, which is not immutable: PostgreSQL then puts the expression into the statement, instead of a call
-- for each contact.
create function hash_share(purpose text, owner_id uuid, contact_id uuid) returns double precision
language sql immutable parallel safe as $$
  select ('x' || left(encode(sha256(purpose::bytea || uuid_send(owner_id) || uuid_send(contact_id)), 'hex'), 12))
    ::bit(48)::bigint / 281474976710656.0::double precision
$$;

alter table campaigns add column holdout jsonb;
alter table campaigns add column includes_control_group boolean not null default false;
alter table workflow_versions add column holdout json;
alter table projects add column control_percent smallint not null default 0 check (control_percent between 0 and 20);

-- Null: nobody is held back. holdout_since: contacts that were assigned earlier do not count, because the goal or the share has
-- been changed since.
alter table goals add column holdout_percent smallint;
alter table goals add column holdout_since timestamptz;

-- Contacts of a campaign or workflow with a holdout: those who are held back, and those who are not. Both are counted by this row,
-- which says from when on. Totals are in the counter 'goals', labels '<owner> group held people' and '<owner> group others people',
-- and the same with 'conversions', 'events' and 'value'. The row of a deleted contact stays: its id never comes back.
create table holdout_members (
  project_id uuid not null,
  owner_id uuid not null,
  contact_id uuid not null,
  is_held boolean not null,
  assigned_at timestamptz not null,
  primary key (project_id, owner_id, contact_id)
);

create index holdout_members_by_contact on holdout_members (project_id, contact_id) where is_held;
create index holdout_members_by_age on holdout_members (assigned_at);
