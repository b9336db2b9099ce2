-- Pieces of content that the emails of a project share, such as a header. An email names one by its key, and its body is put
-- into the email when that is prepared, so sending reads neither table.
create table partials (
  project_id uuid not null,
  id uuid not null,
  -- The name in emails: {% include "key" %}.
  key text collate "C" not null,
  name text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint partials_key unique (project_id, key),
  constraint partials_key_form check (key ~ '^[a-z0-9_-]{1,50}$')
);

-- Versions never change; restoring one creates another with the same body.
create table partial_versions (
  project_id uuid not null,
  partial_id uuid not null,
  version integer not null,
  body text not null,
  created_at timestamptz not null,
  primary key (project_id, partial_id, version),
  foreign key (project_id, partial_id) references partials (project_id, id) on delete cascade
);

-- The key of the partial whose change made this version. Null: somebody saved it.
alter table template_versions add column partial_key text;

alter table uses drop constraint uses_kind;
alter table uses add constraint uses_kind
  check (kind in ('segment', 'domain', 'template', 'membership', 'topic', 'partial'));
alter table uses drop constraint uses_user_kind;
alter table uses add constraint uses_user_kind
  check (user_kind in ('campaign', 'workflow', 'form', 'recurring_campaign', 'template', 'partial'));
