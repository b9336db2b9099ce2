-- Equality on any key of data (`data @> '{"plan": "pro"}'`). project_id stands inside the index, so that what is common in
-- another project costs nothing here. What it costs a write is measured by `npm run bench segments`.
create index contacts_data on contacts using gin (project_id, data jsonb_path_ops);

-- The value as a time; null if it is not a date. The patterns are those of src/features/filters/filter-dates.schema.ts, and the
-- property tests compare the two. Immutable, as an index needs it: a text that passes always says where its clock hangs.
create function filter_date(value jsonb) returns timestamptz language plpgsql immutable parallel safe as $$
declare
  given text;
begin
  if jsonb_typeof(value) is distinct from 'string' then
    return null;
  end if;
  given := value #>> '{}';
  -- Nothing else needs the long pattern to be told from a date.
  if given !~ '^[1-9][0-9]{3}-' or length(given) > 64 or given !~ (
    '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))'
    '|([1-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[13579][26])00)-02-29)'
    '([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?$'
  ) then
    return null;
  end if;
  if length(given) = 10 then
    return (given || 'T00:00:00Z')::timestamptz;
  end if;
  given := regexp_replace(given, '(\.[0-9]{3})[0-9]+', '\1');
  if given !~ '(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$' then
    given := given || 'Z';
  end if;
  return given::timestamptz;
end
$$;

-- What saved segments compare by order: numbers and dates at a path of data. A job builds an index for each that is worth
-- it, and drops those that no segment uses any more.
create table segment_ranges (
  project_id uuid not null,
  segment_id uuid not null,
  kind text collate "C" not null,
  path text[] collate "C" not null,
  primary key (project_id, segment_id, kind, path),
  foreign key (project_id, segment_id) references segments (project_id, id) on delete cascade,
  constraint segment_ranges_kind check (kind in ('number', 'date'))
);
