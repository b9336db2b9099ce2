-- The archive: public pages with the campaigns that a project shows. The tokens are the addresses of the pages; they are random,
-- so they say nothing about the records, and they stay when something is hidden and shown again.
alter table projects add column archive_enabled boolean not null default false;
alter table projects add column archive_title text;
alter table projects add column archive_token uuid not null default gen_random_uuid();
create unique index projects_archive_token on projects (archive_token);

-- A campaign gets its token when it is first shown.
alter table campaigns add column archived boolean not null default false;
alter table campaigns add column archive_token uuid;
alter table campaigns add constraint campaigns_archived check (archived <= (archive_token is not null));
create unique index campaigns_archive_token on campaigns (project_id, archive_token) where archive_token is not null;
create index campaigns_archived_by_start on campaigns (project_id, started_at, id) where archived;
