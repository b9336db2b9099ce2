-- 64 kB of data are counted as callers count them: as JSON without spaces. PostgreSQL writes one behind every colon and comma,
-- so data of exactly 64 kB was refused, and a long list of numbers at two thirds of it. Spaces behind these signs inside of
-- texts are not counted either, which is in the caller's favour and at most doubles what is stored.
create function data_json_bytes(data jsonb) returns integer language sql immutable as $$
  select octet_length(replace(replace(data::text, ', ', ','), ': ', ':'))
$$;

-- Nearly all data is far smaller, and then nothing but its length is looked at; what has more than twice as much is too
-- large in either way. Every row that exists fits, so none is checked.
alter table contacts drop constraint contacts_data_size;
alter table contacts add constraint contacts_data_size check (
  octet_length(data::text) <= 65536 or (octet_length(data::text) <= 131072 and data_json_bytes(data) <= 65536)
) not valid;
