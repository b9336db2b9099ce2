-- What an email said is kept from the day on which it ended, not from the day on which it was accepted: it may have been
-- scheduled long ahead, and would be erased the night after it was sent. So the months of these two tables go by the time at
-- which a row is written, and an email that waits keeps no month from being dropped.
create function current_month_id() returns uuid language sql stable as $$
  select lowest_uuid_v7(date_trunc('month', statement_timestamp(), 'UTC'))
$$;

alter table email_payloads rename to old_email_payloads;
create table email_payloads (
  project_id uuid not null,
  email_id uuid not null,
  variables jsonb not null,
  -- The lowest UUIDv7 of the month in which the row was written, so that its partitions are found like those of an id.
  month_id uuid not null default current_month_id(),
  primary key (project_id, email_id, month_id)
) partition by range (month_id);

alter table inbox_messages rename to old_inbox_messages;
create table inbox_messages (
  project_id uuid not null,
  email_id uuid not null,
  raw bytea not null,
  created_at timestamptz not null,
  month_id uuid not null default current_month_id(),
  primary key (project_id, email_id, month_id)
) partition by range (month_id);
alter table inbox_messages alter column raw set storage external;

-- The months that are there move over as they are. What is in them ended in that month, as far as anybody can tell.
do $$
declare
  part record;
begin
  for part in
    select i.inhparent::regclass::text as parent, c.oid::regclass::text as name, k.conname as key,
      pg_get_expr(c.relpartbound, c.oid) as bound,
      substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''([0-9a-f-]+)''\)') as month_id
    from pg_inherits as i join pg_class as c on c.oid = i.inhrelid and c.relkind = 'r'
    join pg_constraint as k on k.conrelid = c.oid and k.contype = 'p'
    where i.inhparent in ('old_email_payloads'::regclass, 'old_inbox_messages'::regclass)
  loop
    execute format('alter table %s detach partition %s', part.parent, part.name);
    execute format('alter table %s drop constraint %I, add column month_id uuid not null default %L', part.name,
      part.key, part.month_id);
    execute format('alter table %s alter column month_id set default current_month_id()', part.name);
    execute format('alter table %s attach partition %s %s', substr(part.parent, 5), part.name, part.bound);
  end loop;
end
$$;

drop table old_email_payloads, old_inbox_messages;
