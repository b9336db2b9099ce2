-- The history of what slowed email down: marketing email of a project that was warned or paused, transports and destinations that
-- rested, and days on which a warm-up allowed no more. Triggers write it, so nothing that brakes can forget it. Kept for 13 months.
create table brakes (
  id bigint generated always as identity primary key,
  -- Null: of the server, for all projects.
  project_id uuid references projects (id) on delete cascade,
  kind text not null,
  -- The transport or destination, which may have been deleted since.
  route_id integer,
  transport_id uuid,
  name text not null,
  reason text,
  began_at timestamptz not null,
  -- Null: it still brakes.
  ended_at timestamptz,
  constraint brakes_kind check (kind in ('warned', 'paused', 'transport', 'destination', 'warm-up'))
);

create index brakes_by_project on brakes (project_id, began_at);
create unique index brakes_open_route on brakes (route_id) where ended_at is null and kind in ('transport', 'destination');
create unique index brakes_open_health on brakes (project_id) where ended_at is null and kind in ('warned', 'paused');
-- A day of a warm-up is over once.
create unique index brakes_warm_up on brakes (route_id, reason, ended_at) nulls not distinct where kind = 'warm-up';

create function remember_health() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = new.state then
    return null;
  end if;
  update brakes set ended_at = new.changed_at
    where project_id = new.project_id and kind in ('warned', 'paused') and ended_at is null;
  if new.state in ('WARNED', 'PAUSED') then
    insert into brakes (project_id, kind, name, reason, began_at)
    values (new.project_id, lower(new.state), '', new.reason, new.changed_at);
  end if;
  return null;
end $$;

create trigger project_health_remembered after insert or update on project_health
  for each row execute function remember_health();

-- One that begins again within ten minutes goes on: a receiver that takes an email now and then is one brake, not hundreds.
create function remember_trouble() returns trigger language plpgsql as $$
begin
  if exists (select from brakes where route_id = new.route_id and ended_at is null and kind in ('transport', 'destination')) then
    return null;
  end if;
  update brakes set ended_at = null where id = (
    select id from brakes where route_id = new.route_id and kind in ('transport', 'destination')
      and ended_at > new.since - interval '10 minutes' order by id desc limit 1);
  if found then
    return null;
  end if;
  insert into brakes (project_id, kind, route_id, transport_id, name, reason, began_at)
  select coalesce(d.project_id, t.project_id), case when d.route_id is null then 'transport' else 'destination' end,
    new.route_id, coalesce(d.transport_id, t.id), coalesce(d.name, t.name, new.transport), new.reason, new.since
  from (select new.route_id) as r
  left join destinations as d on d.route_id = r.route_id
  left join transports as t on t.route_id = r.route_id
  on conflict do nothing;
  return null;
end $$;

create trigger transport_troubles_remembered after insert on transport_troubles
  for each row execute function remember_trouble();

-- Other workers may have the same trouble. One that has not tried again for minutes is dead (troubles.queries.ts).
create function forget_trouble() returns trigger language plpgsql as $$
begin
  update brakes set ended_at = greatest(began_at, statement_timestamp())
  where route_id = old.route_id and ended_at is null and kind in ('transport', 'destination')
    and not exists (select from transport_troubles as t where t.route_id = old.route_id
      and t.next_try_at > statement_timestamp() - interval '3 minutes');
  return null;
end $$;

create trigger transport_troubles_over after delete on transport_troubles
  for each row execute function forget_trouble();
