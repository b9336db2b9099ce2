-- Bytes that are in an object store have a row with `object_key` here and no bytes. Without the setting OBJECT_STORE all of them
-- stay in their columns (docs/adr/0046-objects-have-a-row-before-they-exist.md).

-- The objects that no row points to: those that are being written, and those whose row is gone. A job deletes them when they are
-- due. The transaction that stores a row with a key deletes the key here, so an object has a row in exactly one of both places.
create table unused_objects (
  key text collate "C" primary key,
  project_id uuid not null,
  due_at timestamptz not null,
  -- The job has chosen it: no row may point to it any more.
  is_deleting boolean not null default false,
  attempts integer not null default 0
);

create index unused_objects_due on unused_objects (due_at);

-- A reader may have found the key just before.
create function release_object() returns trigger language plpgsql as $$
begin
  insert into unused_objects (key, project_id, due_at)
  values (old.object_key, old.project_id, statement_timestamp() + interval '10 minutes')
  on conflict (key) do nothing;
  return null;
end $$;

alter table blobs alter column bytes drop not null, add column object_key text collate "C";
create trigger blobs_release_objects after delete on blobs
  for each row when (old.object_key is not null) execute function release_object();
create trigger blobs_replace_objects after update of object_key on blobs
  for each row when (old.object_key is not null and old.object_key is distinct from new.object_key)
  execute function release_object();

-- HTML, text and translations together, as one JSON document.
alter table content_bodies alter column html drop not null, alter column text_part drop not null,
  add column object_key text collate "C";
create trigger content_bodies_release_objects after delete on content_bodies
  for each row when (old.object_key is not null) execute function release_object();
create trigger content_bodies_replace_objects after update of object_key on content_bodies
  for each row when (old.object_key is not null and old.object_key is distinct from new.object_key)
  execute function release_object();

alter table images alter column bytes drop not null, add column object_key text collate "C";
create trigger images_release_objects after delete on images
  for each row when (old.object_key is not null) execute function release_object();
create trigger images_replace_objects after update of object_key on images
  for each row when (old.object_key is not null and old.object_key is distinct from new.object_key)
  execute function release_object();

alter table operation_uploads alter column bytes drop not null, add column object_key text collate "C";
create trigger operation_uploads_release_objects after delete on operation_uploads
  for each row when (old.object_key is not null) execute function release_object();

create trigger operation_uploads_replace_objects after update of object_key on operation_uploads
  for each row when (old.object_key is not null and old.object_key is distinct from new.object_key)
  execute function release_object();

-- `raw_size`: the number of bytes that are in the store. Months that are dropped release their objects in months.ts.
alter table inbox_messages alter column raw drop not null, add column object_key text collate "C",
  add column raw_size integer;
create trigger inbox_messages_release_objects after delete on inbox_messages
  for each row when (old.object_key is not null) execute function release_object();
create trigger inbox_messages_replace_objects after update of object_key on inbox_messages
  for each row when (old.object_key is not null and old.object_key is distinct from new.object_key)
  execute function release_object();

-- Names the store that has objects of this database, and an object in it that says so. Null: there is none.
alter table installation add column object_store_id uuid;
