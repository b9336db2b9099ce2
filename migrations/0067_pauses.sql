-- A person may ask for no marketing email until then; later it has no meaning.
alter table contacts add column paused_until timestamptz;
