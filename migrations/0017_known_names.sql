-- The data keys and event names that a project uses, so that both can be limited: anybody who may write contacts or
-- events could otherwise invent names without end. A name is claimed before the write that first uses it. Each node
-- remembers what it has claimed (platform/db/known-names.ts), so that most writes ask nothing.
create table known_names (
  project_id uuid not null,
  kind text collate "C" not null,
  name text collate "C" not null,
  -- Added by a call with a public key. How many of those come in an hour is limited too.
  is_public boolean not null,
  added_at timestamptz not null,
  -- Since when no contact and no event uses it, as far as upkeep has seen. Claiming it again clears this.
  unused_since timestamptz,
  primary key (project_id, kind, name),
  constraint known_names_kind check (kind in ('data_key', 'event_name'))
);

create index known_names_by_public_key on known_names (project_id, kind, added_at) where is_public;

-- One claim at a time per project and kind, so that the limits are exact. Upkeep takes the same lock.
create function lock_known_names(of_project uuid, of_kind text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('lettermill known names ' || of_kind || ' ' || of_project, 0))
$$;

-- Adds those of the wanted names that are not known yet: all of them or none, or with `what_fits` as many as there is
-- room for, in the order given. `refused` holds the names that were not added. `retry_at` is set if only the hourly
-- limit of public keys stands in the way, and says when there will be room.
--
-- A function, because in plpgsql every statement has its own snapshot: what is counted behind the lock includes what
-- others committed while this call waited for it. A single statement would count as of before the wait.
--
-- A subselect that is compared is a step into the primary key for each name. `not exists` becomes a join, for which the
-- planner, expecting few names, goes through all of the project's for each one (1,000 of 4,000 names: 1,400 ms, not 4).
create function claim_names(
  of_project uuid, of_kind text, wanted text[], most integer, most_public integer, by_public boolean,
  what_fits boolean, at timestamptz, out refused text[], out retry_at timestamptz
) language plpgsql as $$
declare
  fresh text[];
  room integer;
  public_room integer;
begin
  refused := '{}';
  if not exists (
    select from unnest(wanted) as w (name) where (
      select true from known_names as k
      where k.project_id = of_project and k.kind = of_kind and k.name = w.name and k.unused_since is null) is null
  ) then
    return;
  end if;
  perform lock_known_names(of_project, of_kind);
  update known_names set unused_since = null
  where project_id = of_project and kind = of_kind and name = any(wanted) and unused_since is not null;
  select array_agg(w.name order by w.place) into fresh
  from unnest(wanted) with ordinality as w (name, place)
  where (
    select true from known_names as k where k.project_id = of_project and k.kind = of_kind and k.name = w.name) is null;
  if fresh is null then
    return;
  end if;
  select greatest(0, most - count(*)) into room from known_names where project_id = of_project and kind = of_kind;
  if what_fits then
    refused := fresh[room + 1:];
    fresh := fresh[:room];
  elsif cardinality(fresh) > room then
    refused := fresh;
    return;
  end if;
  if by_public then
    select most_public - count(*) into public_room from known_names
    where project_id = of_project and kind = of_kind and is_public and added_at > at - interval '1 hour';
    if cardinality(fresh) > public_room then
      refused := fresh;
      -- When so many of the last hour's are older than an hour that these fit; more than the limit at once never do.
      retry_at := coalesce((
        select added_at from known_names
        where project_id = of_project and kind = of_kind and is_public and added_at > at - interval '1 hour'
        order by added_at offset cardinality(fresh) - public_room - 1 limit 1), at) + interval '1 hour';
      return;
    end if;
  end if;
  insert into known_names (project_id, kind, name, is_public, added_at)
  select of_project, of_kind, name, by_public, at from unnest(fresh) as f (name);
end
$$;

-- Every write to a contact goes through all of its keys to count them, and others share the statement. The length is
-- looked at first because it is cheap: a thousand keys need more than 8,000 bytes. Not checked for rows that exist.
create function data_key_count(data jsonb) returns bigint language sql immutable as $$
  select count(*) from jsonb_object_keys(data)
$$;

alter table contacts add constraint contacts_data_keys
  check (octet_length(data::text) < 8000 or data_key_count(data) <= 1000) not valid;
