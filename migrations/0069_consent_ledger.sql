-- Every change of a subscription or a choice of topics, one row each, which is never changed (docs/adr/0026). Without foreign keys:
-- the rows outlive their contact.
create table consent_ledger (
  project_id uuid not null,
  contact_id uuid not null,
  -- The order of the changes of a contact: drawn while its row is locked. Times of several nodes may differ.
  id bigint not null generated always as identity,
  created_at timestamptz not null,
  what text not null,
  -- The key of the topic.
  topic text collate "C",
  -- States of a subscription, or IN and OUT for a topic. Null: no contact, no choice.
  before text collate "C",
  after text collate "C",
  source text not null,
  source_id uuid,
  shown_text text,
  -- A keyed hash.
  network bytea,
  primary key (project_id, contact_id, id),
  constraint consent_ledger_what check (what in ('subscription', 'confirmation', 'topic', 'address'))
);

-- Contacts that were deleted, by a keyed hash of their address, for as long as their ledger is kept.
create table deleted_contacts (
  project_id uuid not null,
  contact_id uuid not null,
  address_hash bytea not null,
  deleted_at timestamptz not null,
  primary key (project_id, contact_id)
);
create index deleted_contacts_address on deleted_contacts (project_id, address_hash);
create index deleted_contacts_age on deleted_contacts (deleted_at);

-- Rows are never changed, and deleted only with the record of a deleted contact.
create function keep_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform from deleted_contacts where project_id = old.project_id and contact_id = old.contact_id;
    if found then return old; end if;
  end if;
  raise exception 'rows of the consent ledger are never changed' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger consent_ledger_kept before update or delete on consent_ledger
  for each row execute function keep_consent();
create trigger consent_ledger_not_truncated before truncate on consent_ledger
  for each statement execute function keep_consent();

-- Whether the ledger stores the keyed hash of the network that a person used.
alter table projects add column consent_networks boolean not null default false;

-- A statement that writes contacts names its sources in the setting lettermill.consent: its own time, and JSON with the source of
-- each contact, by its id or by project and address, or of all of them ("all"). The time tells it from the setting of an earlier
-- statement of the transaction. A change without a source was made by hand, in SQL.
create function given_consent_sources() returns jsonb language plpgsql stable as $$
declare
  given text := current_setting('lettermill.consent', true);
  mark text := extract(epoch from statement_timestamp()) || ' ';
begin
  return case when starts_with(given, mark) then substr(given, length(mark) + 1)::jsonb end;
end
$$;

create function consent_source(sources jsonb, project_id uuid, contact_id uuid, email text) returns jsonb
language sql immutable parallel safe as $$
  select coalesce(sources -> contact_id::text, sources -> (project_id || ' ' || email), sources -> 'all', '{"kind": "unknown"}')
$$;

-- Null unless the project stores networks.
create function consent_network(source jsonb, project uuid) returns bytea language sql stable as $$
  select decode(source ->> 'network', 'hex') from projects where id = project and consent_networks
$$;

create function subscription_state(subscribed boolean, before_subscribing text) returns text
language sql immutable parallel safe as $$
  select case when subscribed then 'SUBSCRIBED' else coalesce(before_subscribing, 'LEFT') end
$$;

create function topic_state(choices jsonb, key text) returns text language sql immutable parallel safe as $$
  select case choices -> key when 'true' then 'IN' when 'false' then 'OUT' end
$$;

-- A new contact that was never asked has not said anything.
create function record_new_consent() returns trigger language plpgsql as $$
declare
  sources jsonb;
begin
  if exists (select from inserted where before_subscribing is distinct from 'NEVER_ASKED' or topic_choices <> '{}') then
    sources := given_consent_sources();
    insert into consent_ledger
      (project_id, contact_id, created_at, what, topic, after, source, source_id, shown_text, network)
    select project_id, contact_id, updated_at, what, topic, after, source ->> 'kind', (source ->> 'id')::uuid, source ->> 'text',
      case when source ? 'network' then consent_network(source, project_id) end
    from (
      select project_id, id as contact_id, updated_at, 'subscription' as what, null as topic,
        subscription_state(subscribed, before_subscribing) as after, consent_source(sources, project_id, id, email) as source
      from inserted where before_subscribing is distinct from 'NEVER_ASKED'
      union all
      select project_id, id, updated_at, 'topic', key, topic_state(topic_choices, key),
        consent_source(sources, project_id, id, email)
      from inserted, jsonb_object_keys(topic_choices) as key where topic_choices <> '{}'
    ) as change;
  end if;
  return null;
end
$$;

create function record_changed_consent() returns trigger language plpgsql as $$
declare
  source jsonb := consent_source(given_consent_sources(), new.project_id, new.id, new.email);
  network bytea := case when source ? 'network' then consent_network(source, new.project_id) end;
  -- A few statements leave updated_at as it is, and name the time.
  at timestamptz := coalesce((source ->> 'at')::timestamptz, case when new.updated_at <> old.updated_at then new.updated_at end, now());
  old_state text := subscription_state(old.subscribed, old.before_subscribing);
  new_state text := subscription_state(new.subscribed, new.before_subscribing);
begin
  if old_state <> new_state then
    insert into consent_ledger
      (project_id, contact_id, created_at, what, before, after, source, source_id, shown_text, network)
    values (new.project_id, new.id, at,
      case when old_state = 'PENDING' and new_state = 'SUBSCRIBED' then 'confirmation' else 'subscription' end, old_state, new_state,
      source ->> 'kind', (source ->> 'id')::uuid, source ->> 'text', network);
  end if;
  if old.topic_choices <> new.topic_choices then
    insert into consent_ledger
      (project_id, contact_id, created_at, what, topic, before, after, source, source_id, shown_text, network)
    select new.project_id, new.id, at, 'topic', key, topic_state(old.topic_choices, key), topic_state(new.topic_choices, key),
      source ->> 'kind', (source ->> 'id')::uuid, source ->> 'text', network
    from jsonb_object_keys(old.topic_choices || new.topic_choices) as key
    where old.topic_choices -> key is distinct from new.topic_choices -> key;
  end if;
  -- A consent belongs to the address under which it was given. The addresses themselves are not kept.
  if old.email <> new.email and (new_state <> 'NEVER_ASKED' or new.topic_choices <> '{}') then
    insert into consent_ledger (project_id, contact_id, created_at, what, source, source_id, shown_text, network)
    values (new.project_id, new.id, at, 'address', source ->> 'kind', (source ->> 'id')::uuid, source ->> 'text', network);
  end if;
  return null;
end
$$;

create trigger contacts_consent_on_insert after insert on contacts
  referencing new table as inserted for each statement execute function record_new_consent();
-- Per row, so that other writes cost nothing.
create trigger contacts_consent_on_update after update on contacts
  for each row when (old.subscribed <> new.subscribed or old.before_subscribing is distinct from new.before_subscribing
    or old.topic_choices <> new.topic_choices or old.email <> new.email)
  execute function record_changed_consent();
