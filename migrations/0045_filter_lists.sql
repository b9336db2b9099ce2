-- Whether a list has this text, without regard to capitals. The search through the list stands in a function because
-- PostgreSQL does not let a subselect that depends on the row take part in a scan by several processes, and a filter with
-- "contains" reads all contacts.
create function filter_list_has(list jsonb, wanted text, capitals text, small_letters text) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return exists (
    select from jsonb_array_elements(list) as element
    where jsonb_typeof(element) = 'string' and translate(element #>> '{}', capitals, small_letters) collate "C" = wanted
  );
end
$$;
