-- Segments: a filter that has a name (DYNAMIC), or a list of contacts (STATIC).
create table segments (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  type text not null,
  -- The tree as it was given: json keeps the order of its keys, jsonb would not.
  filters json,
  -- Of a dynamic one, as it was counted last. That of a static one is in the counters.
  member_count bigint,
  member_count_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint segments_type check (type in ('DYNAMIC', 'STATIC') and (type = 'DYNAMIC') = (filters is not null))
);

-- The members of static segments.
create table segment_members (
  project_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, segment_id, contact_id),
  foreign key (project_id, segment_id) references segments (project_id, id) on delete cascade,
  foreign key (project_id, contact_id) references contacts (project_id, id) on delete cascade
);

-- For deleting a contact.
create index segment_members_by_contact on segment_members (project_id, contact_id);

-- Totals without counting rows (0002), by segment.
create function count_inserted_members() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'segment_members', segment_id::text, count(*) from inserted group by 1, 3;
  return null;
end
$$;

create function count_deleted_members() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'segment_members', segment_id::text, -count(*) from deleted group by 1, 3;
  return null;
end
$$;

create trigger segment_members_counted_on_insert after insert on segment_members
  referencing new table as inserted for each statement execute function count_inserted_members();
create trigger segment_members_counted_on_delete after delete on segment_members
  referencing old table as deleted for each statement execute function count_deleted_members();
create trigger segments_counted_on_insert after insert on segments
  referencing new table as inserted for each statement execute function count_inserted_rows();
create trigger segments_counted_on_delete after delete on segments
  referencing old table as deleted for each statement execute function count_deleted_rows();
