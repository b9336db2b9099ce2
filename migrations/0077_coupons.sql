-- Codes that contacts get in emails, one of each list per contact.
create table coupon_lists (
  project_id uuid not null,
  id uuid not null,
  -- The name of the list in emails: {{ coupons.key }}.
  key text collate "C" not null,
  name text not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint coupon_lists_key unique (project_id, key),
  constraint coupon_lists_key_form check (key ~ '^[a-z0-9_-]{1,50}$')
);

create table coupon_codes (
  project_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  code text collate "C" not null,
  -- Null: free, or taken by a contact that was deleted since.
  contact_id uuid,
  -- Null: free. A code that was taken never becomes free again.
  taken_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint coupon_codes_code unique (project_id, list_id, code),
  constraint coupon_codes_taken check (contact_id is null or taken_at is not null),
  foreign key (project_id, list_id) references coupon_lists (project_id, id) on delete cascade,
  foreign key (project_id, contact_id) references contacts (project_id, id) on delete set null (contact_id)
);

-- For pages of a list.
create index coupon_codes_by_list on coupon_codes (project_id, list_id, id);

-- The next free codes of a list.
create index coupon_codes_free on coupon_codes (project_id, list_id, id) where taken_at is null;

-- A contact has at most one code of a list. Also for deleting a contact.
create unique index coupon_codes_by_contact on coupon_codes (project_id, contact_id, list_id) where contact_id is not null;

-- Totals without counting rows (0002): the label is the list, or the list and taken.
create function count_inserted_coupon_codes() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'coupon_codes', list_id::text, count(*) from inserted group by 1, 3;
  return null;
end
$$;

create function count_taken_coupon_codes() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select n.project_id, 'coupon_codes', n.list_id || ' taken', count(*)
  from changed_to as n join changed_from as o on o.project_id = n.project_id and o.id = n.id
  where o.taken_at is null and n.taken_at is not null group by 1, 3;
  return null;
end
$$;

create function count_deleted_coupon_codes() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'coupon_codes', list_id::text, -count(*) from deleted group by 1, 3
  union all
  select project_id, 'coupon_codes', list_id || ' taken', -count(*) from deleted where taken_at is not null group by 1, 3;
  return null;
end
$$;

create trigger coupon_codes_counted_on_insert after insert on coupon_codes
  referencing new table as inserted for each statement execute function count_inserted_coupon_codes();
create trigger coupon_codes_counted_on_update after update on coupon_codes
  referencing old table as changed_from new table as changed_to for each statement execute function count_taken_coupon_codes();
create trigger coupon_codes_counted_on_delete after delete on coupon_codes
  referencing old table as deleted for each statement execute function count_deleted_coupon_codes();
