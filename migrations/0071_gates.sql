-- Workers that have claimed email look again, as in migrations/0065, also if a contact pauses.
drop trigger contacts_tell_of_leaving on contacts;
create trigger contacts_tell_of_leaving after update on contacts
  for each row when ((old.subscribed and not new.subscribed) or old.topic_choices <> new.topic_choices
    or (new.paused_until is not null and old.paused_until is distinct from new.paused_until))
  execute function tell_of_withdrawn_email();

-- A topic may have a frequency cap of its own: {"emails", "days"}
alter table topics add column frequency_cap jsonb;

-- Every claim asks which projects have such a topic.
create index topics_capped on topics (project_id) where frequency_cap is not null;

-- The slots of a contact under the cap of each topic, and under that of its project: the topic is then the zero id.
alter table cap_slots add column topic_id uuid not null default '00000000-0000-0000-0000-000000000000';
alter table cap_slots drop constraint cap_slots_pkey;
alter table cap_slots add primary key (project_id, contact_id, topic_id);
