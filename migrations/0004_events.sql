-- Partitioned by month over the UUIDv7 id: the key stays (project_id, id), an id finds its partition, and
-- retention is dropping a month.
create table events (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  contact_id uuid,
  email_id uuid,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, contact_id) references contacts (project_id, id) on delete cascade
) partition by range (id);

create index events_by_contact on events (project_id, contact_id, id);

-- The lowest UUIDv7 (RFC 9562, section 5.7) of a millisecond.
create function lowest_uuid_v7(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- The month of a UUIDv7, in UTC, such as '2026-05'.
create function month_of_uuid_v7(id uuid) returns text language sql immutable strict as $$
  select to_char(to_timestamp(
    ('x' || left(id::text, 8) || substr(id::text, 10, 4))::bit(48)::bigint / 1000.0) at time zone 'UTC', 'YYYY-MM')
$$;
