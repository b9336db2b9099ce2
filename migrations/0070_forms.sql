-- Forms with which people sign up: a page of ours, a snippet in a page of others, or a call with JSON.
create table forms (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  -- In the order in which they are shown: [{key, label, type, required, options}].
  fields jsonb not null,
  -- The keys of the topics that a person joins. They exist while the form is enabled (uses).
  topics text[] not null,
  submit_label text,
  success_text text,
  redirect_url text,
  consent_text text,
  allowed_origins text[] not null,
  -- Whether the address has to be confirmed; null: as the project says.
  confirm boolean,
  enabled boolean not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);

-- The address of the page has the id alone.
create unique index forms_id on forms (id);

alter table uses drop constraint uses_user_kind;
alter table uses add constraint uses_user_kind check (user_kind in ('campaign', 'workflow', 'form'));

-- Proofs of work that were used, until they would not be accepted any more. Unlogged, like the limits below: after a crash of the
-- database everybody begins anew, which does little harm.
create unlogged table form_proofs (
  project_id uuid not null,
  challenge bytea not null,
  expires_at timestamptz not null,
  primary key (project_id, challenge)
);

create index form_proofs_expiry on form_proofs (expires_at);

-- How often a network, or an address of a project, signed up in each hour. The keys are keyed hashes.
create unlogged table form_limits (
  key bytea not null,
  hour timestamptz not null,
  posts integer not null,
  primary key (key, hour)
);

create index form_limits_hour on form_limits (hour);

-- Counts confirmations for the statistics of the form that the person signed up with, on the day in the time zone of the project.
create function count_confirmed_forms() returns trigger language plpgsql as $$
declare
  zone text := (select timezone from projects where id = new.project_id);
  day text;
begin
  begin
    day := to_char(new.ended_at at time zone zone, 'YYYY-MM-DD');
  exception when invalid_parameter_value then
    -- The program knows zones that this server may not know, and nobody's confirmation may fail for that.
    day := to_char(new.ended_at at time zone 'UTC', 'YYYY-MM-DD');
  end;
  insert into counter_deltas (project_id, counter, label, delta)
  select new.project_id, 'forms', label, 1
  from forms as f cross join unnest(array[f.id || ' confirmed', f.id || ' ' || day || ' confirmed']) as label
  where f.project_id = new.project_id and f.id::text = new.source ->> 'id';
  return null;
end
$$;

create trigger confirmations_counted after update on confirmations
  for each row when (old.outcome is null and new.outcome = 'confirmed' and new.source ->> 'kind' = 'form')
  execute function count_confirmed_forms();
