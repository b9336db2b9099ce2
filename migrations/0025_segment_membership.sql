-- Segments whose members are followed (trackMembership): entering and leaving are recorded as events. Whoever changes
-- something that such a segment looks at leaves a note, in the same transaction; a worker takes the notes and judges.
-- `watch_id` names what a dynamic one watches; a static one watches nothing, because its members are written down.
alter table segments
  add column is_tracked boolean not null default false,
  add column watch_id uuid,
  add constraint segments_watch check ((watch_id is not null) = (is_tracked and type = 'DYNAMIC'));

-- What followed segments look at: 'data.plan', 'email', 'subscribed', 'updatedAt', 'event.order.paid',
-- 'emailActivity.sent', 'segment.<id>' for a list, and '*', which every one of them has, for new contacts. Committed before
-- the segment itself is, so that no change is missed between its first members and its first notes.
create table segment_watches (
  project_id uuid not null,
  watch text collate "C" not null,
  watch_id uuid not null,
  primary key (project_id, watch, watch_id)
);

create index segment_watches_by_id on segment_watches (project_id, watch_id);

-- Contacts to be judged again, and why. 'time.<id>' is for one segment, of which a condition has changed by time alone.
create table segment_notes (
  project_id uuid not null,
  id bigint not null generated always as identity,
  contact_id uuid not null,
  changes text[] collate "C" not null,
  primary key (project_id, id)
)
-- A queue: its rows live for moments, and a claim walks over the dead ones until they are swept up.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- When the membership of a contact may next change by time alone. No foreign keys: a row whose contact or segment is gone
-- is taken out when its time comes, and nothing happens.
create table segment_times (
  project_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  due_at timestamptz not null,
  primary key (project_id, segment_id, contact_id)
);

create index segment_times_due on segment_times (due_at);

-- The triggers look first whether anybody watches: where nobody does, a statement pays one look-up. Each statement in a
-- function has a snapshot of its own, so a watch is seen as soon as it is committed.
create function note_new_contacts() returns trigger language plpgsql as $$
begin
  if exists (select from segment_watches where watch = '*' and project_id in (select project_id from inserted)) then
    insert into segment_notes (project_id, contact_id, changes)
    select project_id, id, '{*}' from inserted as i
    where exists (select from segment_watches as w where w.project_id = i.project_id and w.watch = '*');
  end if;
  return null;
end
$$;

-- Only the keys that have changed are looked up, however many are watched.
create function note_changed_contacts() returns trigger language plpgsql as $$
begin
  if exists (select from segment_watches where watch = '*' and project_id in (select project_id from after_update)) then
    insert into segment_notes (project_id, contact_id, changes)
    select n.project_id, n.id, array_agg(change.watch)
    from after_update as n
    join before_update as o on o.project_id = n.project_id and o.id = n.id
    cross join lateral (
      select 'email' where n.email <> o.email
      union all
      select 'subscribed' where n.subscribed <> o.subscribed
      union all
      select 'updatedAt' where n.updated_at <> o.updated_at
      union all
      select 'data.' || key from jsonb_each(n.data) where value is distinct from o.data -> key
      union all
      select 'data.' || key from jsonb_object_keys(o.data) as key where not n.data ? key
    ) as change (watch)
    where exists (select from segment_watches as w where w.project_id = n.project_id and w.watch = change.watch)
    group by n.project_id, n.id;
  end if;
  return null;
end
$$;

create trigger contacts_noted_on_insert after insert on contacts
  referencing new table as inserted for each statement execute function note_new_contacts();
create trigger contacts_noted_on_update after update on contacts
  referencing old table as before_update new table as after_update
  for each statement execute function note_changed_contacts();

-- That an email was sent or delivered is told by its own row, not by an event.
create function note_sent_emails() returns trigger language plpgsql as $$
begin
  if exists (
    select from segment_watches
    where watch in ('emailActivity.sent', 'emailActivity.delivered') and project_id in (select project_id from inserted)
  ) then
    insert into segment_notes (project_id, contact_id, changes)
    select distinct project_id, contact_id, array['emailActivity.sent', 'emailActivity.delivered']
    from inserted as i
    where contact_id is not null and sent_at is not null and exists (
      select from segment_watches as w
      where w.project_id = i.project_id and w.watch in ('emailActivity.sent', 'emailActivity.delivered'));
  end if;
  return null;
end
$$;

create trigger emails_noted_on_insert after insert on emails
  referencing new table as inserted for each statement execute function note_sent_emails();
create trigger emails_noted_on_update after update on emails
  referencing new table as inserted for each statement execute function note_sent_emails();

-- Who comes to a list, or leaves it, for filters that refer to it.
create function note_listed_contacts() returns trigger language plpgsql as $$
begin
  insert into segment_notes (project_id, contact_id, changes)
  select m.project_id, m.contact_id, array['segment.' || m.segment_id]
  from moved as m
  where exists (
    select from segment_watches as w where w.project_id = m.project_id and w.watch = 'segment.' || m.segment_id);
  return null;
end
$$;

create trigger segment_members_noted_on_insert after insert on segment_members
  referencing new table as moved for each statement execute function note_listed_contacts();
create trigger segment_members_noted_on_delete after delete on segment_members
  referencing old table as moved for each statement execute function note_listed_contacts();
