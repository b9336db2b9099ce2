-- The kinds of email of a project, such as news and offers. A person can leave one of them and keep the others.
create table topics (
  project_id uuid not null,
  id uuid not null,
  key text collate "C" not null,
  name text not null,
  description text,
  -- Whether pages for recipients show it.
  is_public boolean not null,
  -- implied: subscribed contacts are in it until they leave it; explicit: only those who chose it.
  opt_in text not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint topics_key unique (project_id, key),
  constraint topics_key_form check (key ~ '^[a-z0-9-]{1,50}$'),
  constraint topics_opt_in check (opt_in in ('implied', 'explicit'))
);

alter table uses drop constraint uses_kind;
alter table uses add constraint uses_kind check (kind in ('segment', 'domain', 'template', 'membership', 'topic'));

-- The choices of a contact by the keys of topics, true or false; a topic without a choice is not there.
-- topic_event_ids has, by the same keys, the event that recorded the last change: as with subscription_event_id, a statement
-- offers new ids and sees in its RETURNING which of them were taken.
alter table contacts
  add column topic_choices jsonb not null default '{}',
  add column topic_event_ids jsonb not null default '{}';

-- The topics with this choice.
create function topic_keys(choices jsonb, choice boolean) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(key), '{}') from jsonb_each(choices) where value = to_jsonb(choice)
$$;

-- Which of the offered events a write takes: those of choices that differ from the stored ones.
create function taken_topic_events(chosen jsonb, given jsonb, event_ids jsonb) returns jsonb
language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, event_ids -> key), '{}') from jsonb_each(given)
  where event_ids ? key and chosen -> key is distinct from value
$$;

-- How a contact counts in the counter contact_topics: in or out by its choice, and whether it is subscribed and has one.
create function topic_labels(choices jsonb, subscribed boolean) returns setof text language sql immutable parallel safe as $$
  select key || case when value = 'true' then ' in' else ' out' end from jsonb_each(choices)
  union all
  select key || ' subscribed' from jsonb_object_keys(choices) as key where subscribed
$$;

create or replace function count_inserted_contacts() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'contacts', '', count(*) from inserted group by project_id
  union all
  select project_id, 'contacts', 'subscribed', count(*) from inserted where subscribed group by project_id
  union all
  select project_id, 'contact_fields', jsonb_typeof(field.value) || ':' || field.key, count(*)
  from inserted, jsonb_each(data) as field group by 1, 3
  union all
  select project_id, 'contact_topics', label, count(*)
  from inserted, topic_labels(topic_choices, subscribed) as label where topic_choices <> '{}' group by 1, 3;
  return null;
end
$$;

create or replace function count_deleted_contacts() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'contacts', '', -count(*) from deleted group by project_id
  union all
  select project_id, 'contacts', 'subscribed', -count(*) from deleted where subscribed group by project_id
  union all
  select project_id, 'contact_fields', jsonb_typeof(field.value) || ':' || field.key, -count(*)
  from deleted, jsonb_each(data) as field group by 1, 3
  union all
  select project_id, 'contact_topics', label, -count(*)
  from deleted, topic_labels(topic_choices, subscribed) as label where topic_choices <> '{}' group by 1, 3;
  return null;
end
$$;

create or replace function count_updated_contacts() returns trigger language plpgsql as $$
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
    union all
    select project_id, 'contact_topics', label, 1
    from after_update, topic_labels(topic_choices, subscribed) as label where topic_choices <> '{}'
    union all
    select project_id, 'contact_topics', label, -1
    from before_update, topic_labels(topic_choices, subscribed) as label where topic_choices <> '{}'
  ) as change
  group by project_id, counter, label having sum(delta) <> 0;
  return null;
end
$$;

-- As in migrations/0025, and for topics.
create or replace function note_changed_contacts() returns trigger language plpgsql as $$
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
      union all
      select 'topics.' || key from jsonb_each(n.topic_choices) where value is distinct from o.topic_choices -> key
      union all
      select 'topics.' || key from jsonb_object_keys(o.topic_choices) as key where not n.topic_choices ? key
    ) as change (watch)
    where exists (select from segment_watches as w where w.project_id = n.project_id and w.watch = change.watch)
    group by n.project_id, n.id;
  end if;
  return null;
end
$$;

-- Workers that have claimed email look again, as in migrations/0056.
drop trigger contacts_tell_of_leaving on contacts;
create trigger contacts_tell_of_leaving after update on contacts
  for each row when ((old.subscribed and not new.subscribed) or old.topic_choices <> new.topic_choices)
  execute function tell_of_withdrawn_email();
create trigger topics_tell after update or delete on topics
  for each row execute function tell_of_withdrawn_email();

-- Filters on choices (`topic_choices @> '{"news": true}'`). Most contacts have none, and cost nothing here.
create index contacts_topics on contacts using gin (project_id, topic_choices jsonb_path_ops) where topic_choices <> '{}';

-- The key of the topic that their emails are about.
alter table template_versions add column topic text collate "C";
alter table campaigns add column topic text collate "C";

-- The topic of a marketing email. Without a foreign key: email that waits for a deleted topic is cancelled when its turn comes.
alter table email_queue add column topic_id uuid;
alter table emails add column topic_id uuid;

create or replace view all_emails as
  select project_id, email_id as id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, null::text as subject, recipients, tags, last_reply, reason, scheduled_for, null::timestamptz as sent_at,
    run_at, give_up_at, fence, lease_owner, lease_until, campaign_id, cohort, route_id, null::uuid as transport_id, topic_id
  from email_queue
  union all
  select project_id, id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, subject, recipients, tags, last_reply, reason, scheduled_for, sent_at,
    null, null, null, null, null, campaign_id, cohort, null, transport_id, topic_id
  from emails;
