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

-- Makes the partitions of `ahead` months from the month before `at` on, those that are missing. The month
-- before is there because callers may date an event up to 30 days back.
create function create_events_partitions(at timestamptz, ahead integer) returns void language plpgsql as $$
declare
  first_day timestamptz;
begin
  for step in -1 .. ahead loop
    first_day := (date_trunc('month', at at time zone 'UTC') + make_interval(months => step)) at time zone 'UTC';
    execute format(
      'create table if not exists %I partition of events for values from (%L) to (%L)',
      'events_' || to_char(first_day at time zone 'UTC', 'YYYY_MM'),
      lowest_uuid_v7(first_day),
      lowest_uuid_v7((first_day at time zone 'UTC' + interval '1 month') at time zone 'UTC')
    );
  end loop;
end
$$;
