alter table transports drop constraint transports_type;
alter table transports add constraint transports_type check (type in ('smtp', 'ses'));
