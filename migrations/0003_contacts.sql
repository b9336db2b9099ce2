create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- No foreign key to projects: its check would lock the one project row in every insert of every connection,
-- and projects are disabled, never deleted.
create table contacts (
  project_id uuid not null,
  id uuid not null,
  email text collate "C" not null,
  subscribed boolean not null,
  data jsonb not null default '{}',
  -- The event that recorded the last change of `subscribed`. A statement that may change the flag passes a
  -- fresh id and sees in its RETURNING whether that id was taken: so "did this very statement change it?" has
  -- an exact answer under concurrency, on PostgreSQL 15 too (RETURNING OLD came with 18).
  subscription_event_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint contacts_email_unique unique (project_id, email),
  constraint contacts_email_canonical check (email = lower(email) and octet_length(email) between 3 and 254),
  constraint contacts_data_object check (jsonb_typeof(data) = 'object'),
  constraint contacts_data_size check (octet_length(data::text) <= 65536)
)
-- Statistics are renewed when a hundredth of the rows has changed, not a tenth: a project that came since then is
-- taken for empty, and its searches and bulk actions read all of it instead of using their indexes.
with (autovacuum_analyze_scale_factor = 0.01);

-- The list narrowed by `subscribed`, newest first.
create index contacts_by_subscription on contacts (project_id, subscribed, id);

-- Search by any part of the address. project_id stands inside the index (btree_gin), so that a common word in
-- another project's addresses costs nothing here.
create index contacts_email_search on contacts using gin (project_id, email gin_trgm_ops);

-- Totals of contacts, of subscribed ones, and of each key seen in `data` with its type (label `type:key`).
-- Statement triggers with transition tables: no write road can forget them, and a COPY pays once a statement.
create function count_inserted_contacts() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'contacts', '', count(*) from inserted group by project_id
  union all
  select project_id, 'contacts', 'subscribed', count(*) from inserted where subscribed group by project_id
  union all
  select project_id, 'contact_fields', jsonb_typeof(field.value) || ':' || field.key, count(*)
  from inserted, jsonb_each(data) as field group by 1, 3;
  return null;
end
$$;

create function count_deleted_contacts() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'contacts', '', -count(*) from deleted group by project_id
  union all
  select project_id, 'contacts', 'subscribed', -count(*) from deleted where subscribed group by project_id
  union all
  select project_id, 'contact_fields', jsonb_typeof(field.value) || ':' || field.key, -count(*)
  from deleted, jsonb_each(data) as field group by 1, 3;
  return null;
end
$$;

create function count_updated_contacts() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, counter, label, sum(delta) from (
    select project_id, 'contacts' as counter, 'subscribed' as label, 1 as delta from after_update where subscribed
    union all
    select project_id, 'contacts', 'subscribed', -1 from before_update where subscribed
    union all
    select project_id, 'contact_fields', jsonb_typeof(field.value) || ':' || field.key, 1
    from after_update, jsonb_each(data) as field
    union all
    select project_id, 'contact_fields', jsonb_typeof(field.value) || ':' || field.key, -1
    from before_update, jsonb_each(data) as field
  ) as change
  group by project_id, counter, label having sum(delta) <> 0;
  return null;
end
$$;

create trigger contacts_counted_on_insert after insert on contacts
  referencing new table as inserted for each statement execute function count_inserted_contacts();
create trigger contacts_counted_on_delete after delete on contacts
  referencing old table as deleted for each statement execute function count_deleted_contacts();
create trigger contacts_counted_on_update after update on contacts
  referencing old table as before_update new table as after_update
  for each statement execute function count_updated_contacts();
