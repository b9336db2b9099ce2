-- Pictures for emails, made small enough when they come. In the database, because any node may be asked for one. The token
-- is the unguessable part of its public address.
create table images (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  token text collate "C" not null,
  name text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint images_type check (content_type in ('image/png', 'image/jpeg', 'image/gif'))
);

create unique index images_token on images (token);

-- They are compressed already.
alter table images alter column bytes set storage external;
